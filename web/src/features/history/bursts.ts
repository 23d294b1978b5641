import type { HistoryEntry, HistoryType } from '@anecdotes/contracts';

/** Changes that are shown as one, newest first. */
export type Burst = readonly [HistoryEntry, ...HistoryEntry[]];

/** The longest pause between two changes of one burst. */
const PAUSE_MS = 2 * 60_000;

/** A changed password ends all sessions. */
const joined: readonly HistoryType[] = ['AnecdoteEdited', 'AnecdoteLinked', 'AnecdoteUnlinked', 'SessionEnded'];

/**
 * Groups `entries`, newest first. Consecutive ones are joined when they belong to one operation, or when they edit one
 * anecdote or end sessions through the same channel and API key, at most two minutes apart.
 */
export function burstsOf(entries: readonly HistoryEntry[]): Burst[] {
  const bursts: [HistoryEntry, ...HistoryEntry[]][] = [];
  for (const entry of entries) {
    const last = bursts.at(-1);
    const next = last?.at(-1);
    if (last && next && (isOneOperation(entry, next) || isOneChange(entry, next))) last.push(entry);
    else bursts.push([entry]);
  }
  return bursts;
}

function isOneOperation(one: HistoryEntry, other: HistoryEntry): boolean {
  return one.operation !== null && one.operation.id === other.operation?.id;
}

function isOneChange(earlier: HistoryEntry, later: HistoryEntry): boolean {
  return (
    [earlier, later].every(({ type, operation }) => joined.includes(type) && operation === null) &&
    earlier.anecdote?.id === later.anecdote?.id &&
    earlier.through.channel === later.through.channel &&
    earlier.through.key?.id === later.through.key?.id &&
    Date.parse(later.at) - Date.parse(earlier.at) <= PAUSE_MS
  );
}
