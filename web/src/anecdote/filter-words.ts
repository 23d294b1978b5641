import { format } from '../lib/format.ts';
import { formatPoint } from '../map/point.ts';
import { type Filter, parseCircle } from './filter.ts';
import { anecdoteStrings } from './strings.ts';

const { filters: strings } = anecdoteStrings;

/** The time period of `filter` in words; undefined where it has none. */
export function periodWords({ period, from, to }: Filter): string | undefined {
  if (period === 'all') return undefined;
  if (period !== 'custom') return strings.periods[period];
  // Days that are named together are named alike, also if only one is of this year.
  const name = from === to ? (at: Date) => format.day(at, new Date()) : format.date;
  const [first, last] = [from, to].map((day) => day && name(new Date(`${day}T00:00`)));
  if (first && last) return first === last ? first : `${first} – ${last}`;
  if (first) return strings.since(first);
  return last ? strings.until(last) : undefined;
}

/** The circle of `filter` in words; undefined where it has none. */
export function circleWords({ near }: Filter): string | undefined {
  const circle = parseCircle(near);
  return circle && strings.near(circle.km, formatPoint(circle));
}

/** Each condition of `filter` in words. */
export function filterWords(filter: Filter): string[] {
  const parts = [filter.q && `“${filter.q}”`, ...filter.tags, periodWords(filter), circleWords(filter)];
  return parts.flatMap((part) => part || []);
}
