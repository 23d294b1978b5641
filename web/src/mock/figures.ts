import type {
  AnecdoteMonth,
  AnecdoteView,
  MonthParameters,
  Statistics,
  Tag,
  TagStatistics,
} from '@anecdotes/contracts';
import { sortBy } from './sort.ts';

const WEEK_MS = 7 * 86_400_000;
const TOP_TAGS = 5;

type Anecdotes = readonly AnecdoteView[];

/** The tags, the most used first. */
export function countedTags(anecdotes: Anecdotes): Tag[] {
  const newest = sortBy(anecdotes, 'desc', ({ timestamp }) => [timestamp]);
  return counted(anecdotes.flatMap(({ tags }) => tags)).map((tag) => {
    const last = newest.find(({ tags }) => tags.includes(tag.name));
    return { ...tag, lastUsed: last?.timestamp ?? '' };
  });
}

/** How often each of `names` occurs, the most frequent first. */
export function counted(names: readonly string[]): { name: string; count: number }[] {
  const counts = [...Map.groupBy(names, (name) => name)].map(([name, { length: count }]) => ({ name, count }));
  return sortBy(counts, 'asc', ({ name, count }) => [-count, name]);
}

/** How often tags are used in total and on average, and the most used one. */
export function tagStatistics(anecdotes: Anecdotes): TagStatistics {
  const used = anecdotes.flatMap(({ tags }) => tags);
  const tags = counted(used);
  return {
    total_anecdotes: anecdotes.length,
    total_tags_used: used.length,
    unique_tags: tags.length,
    average_tags_per_anecdote: anecdotes.length === 0 ? 0 : used.length / anecdotes.length,
    most_used_tag: tags[0] ?? null,
  };
}

/** The statistics of the dashboard at `now`. */
export function statisticsOf(anecdotes: Anecdotes, now: Date): Statistics {
  const [weekAgo, until] = [new Date(now.getTime() - WEEK_MS).toISOString(), now.toISOString()];
  const tags = counted(anecdotes.flatMap(({ tags }) => tags));
  const days = counted(anecdotes.map(({ timestamp, time_zone }) => localDay(timestamp, time_zone)));
  return {
    total_anecdotes: anecdotes.length,
    this_week: anecdotes.filter(({ timestamp }) => timestamp >= weekAgo && timestamp <= until).length,
    unique_tags: tags.length,
    top_tags: tags.slice(0, TOP_TAGS),
    days: sortBy(days, 'asc', ({ name }) => [name]).map(({ name: day, count }) => ({ day, count })),
  };
}

/** The number of anecdotes in each calendar month of `timeZone`, the newest first. */
export function monthsOf(anecdotes: Anecdotes, timeZone: string): AnecdoteMonth[] {
  const months = counted(anecdotes.map(({ timestamp }) => localDay(timestamp, timeZone).slice(0, 7)));
  return sortBy(months, 'desc', ({ name }) => [name]).map(({ name: month, count }) => ({ month, count }));
}

type Period = Pick<MonthParameters, 'date_from' | 'date_to' | 'time_zone'>;

/** True if the instant `at` is in a period, whose ends are days (YYYY-MM-DD) or instants. */
export function isInPeriod(at: string, { date_from, date_to, time_zone = 'UTC' }: Period): boolean {
  const comparable = (end: string) => (end.length === 10 ? localDay(at, time_zone) : at);
  return (
    (date_from === undefined || comparable(date_from) >= date_from) &&
    (date_to === undefined || comparable(date_to) <= date_to)
  );
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The calendar day (YYYY-MM-DD) of the instant `iso` in `timeZone`. */
export function localDay(iso: string, timeZone: string): string {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv', { timeZone });
  formats.set(timeZone, format);
  return format.format(new Date(iso)).padStart(10, '0');
}
