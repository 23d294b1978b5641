import {
  type AnecdoteView,
  foldText,
  normaliseTags,
  type RelatedAnecdotes,
  type RelatedParameters,
  type RelatedReason,
  wordsOf,
} from '@anecdotes/contracts';
import { distance } from '../map/point.ts';
import { sortBy } from './sort.ts';

const HOUR = 3_600_000;
const SHORTEST_WORD = 4;
const NEAR_KM = 5;
const NEAR_HOURS = 168;

type Anecdotes = readonly AnecdoteView[];
type Subject = Pick<AnecdoteView, 'description' | 'tags' | 'timestamp'> & { spot: { lat: number; lng: number } | null };

/** What `saved`, or an unsaved anecdote given by parameters, may continue; never its parent or those `below` it. */
export function relatedTo(
  anecdotes: Anecdotes,
  saved: AnecdoteView | undefined,
  below: Anecdotes,
  { limit, text = '', tags = '', at, near }: RelatedParameters,
  now: Date,
): RelatedAnecdotes {
  const unsaved: Subject = {
    description: text,
    tags: normaliseTags(tags.split(',')),
    timestamp: at ?? now.toISOString(),
    spot: near ?? null,
  };
  const subject = saved ? { ...saved, spot: saved.coordinates } : unsaved;
  const excludedIds = new Set([saved?.id, saved?.connected_to, ...below.map(({ id }) => id)]);
  const others = anecdotes.filter(({ id }) => !excludedIds.has(id));
  const found = others.map((anecdote) => ({ anecdote, reasons: reasonsOf(subject, anecdote) }));
  const weight = ({ reasons }: (typeof found)[number]) =>
    reasons.reduce((sum, reason) => sum + ('values' in reason ? reason.values.length : 0.5), 0);
  const related = found.filter(({ reasons }) => reasons.length > 0);
  return sortBy(related, 'desc', (each) => [weight(each), each.anecdote.timestamp]).slice(0, limit);
}

function reasonsOf({ description, tags, timestamp, spot }: Subject, other: AnecdoteView): RelatedReason[] {
  const reasons: RelatedReason[] = [];
  const shared = tags.filter((tag) => other.tags.includes(tag));
  const known = new Set(wordsOf(foldText(other.description)));
  const words = [...new Set(wordsOf(foldText(description)))].filter(
    (word) => word.length >= SHORTEST_WORD && known.has(word),
  );
  const km = spot && other.coordinates ? distance(spot, other.coordinates) : Number.POSITIVE_INFINITY;
  const hours = Math.abs(Date.parse(timestamp) - Date.parse(other.timestamp)) / HOUR;
  if (shared.length > 0) reasons.push({ kind: 'tags', values: shared });
  if (words.length > 0) reasons.push({ kind: 'words', values: words });
  if (km <= NEAR_KM) reasons.push({ kind: 'place', km: Math.round(km * 10) / 10 });
  if (hours <= NEAR_HOURS) reasons.push({ kind: 'time', hours: Math.round(hours * 10) / 10 });
  return reasons;
}
