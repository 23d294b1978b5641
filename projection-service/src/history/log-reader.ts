import { type JournalEvent, Problem, type Recorded } from '@anecdotes/contracts';
import { runAll } from '@anecdotes/contracts/server/concurrency/run-all';
import type { EventKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import { openEvents } from '@anecdotes/contracts/server/crypto/journal-codec';
import type { EventSource } from '../event-source.ts';

/** The log with the keys that open its events. */
export type LogReader = { readonly source: Pick<EventSource, 'readStream'>; readonly keys: EventKeys };

/** Names one event of a stream. */
export type EventReference = { readonly stream: string; readonly revision: number };

/** Opened events by the `nameOf` of their references; erased ones are left out. */
export type EventsFound = ReadonlyMap<string, Recorded<JournalEvent>>;

const READ_WITHIN_MS = 5_000;
/** How many reads of the log one request runs at once; they use the few connections that commands need too. */
const AT_ONCE = 2;

export const nameOf = ({ stream, revision }: EventReference) => `${stream}/${revision}`;

/**
 * Reads events of the log and opens them. Throws the problem UNAVAILABLE when the log is unavailable, or one of the
 * events cannot be opened.
 */
export async function readEvents(
  { source, keys }: LogReader,
  references: readonly EventReference[],
): Promise<EventsFound> {
  const signal = AbortSignal.timeout(READ_WITHIN_MS);
  const read = ({ stream, from, limit }: Run) => source.readStream(stream, { from, limit, signal });
  const stored = (await runAll(runsOf(references), AT_ONCE, read)).flat();
  const events = new Map<string, Recorded<JournalEvent>>();
  for (const event of await openEvents(stored, keys)) {
    if (event instanceof Error) throw new Problem('UNAVAILABLE', { retryAfter: 1 });
    if (event !== 'erased') events.set(nameOf(event), event);
  }
  return events;
}

type Run = { readonly stream: string; readonly from: number; limit: number };

/** Groups consecutive events of a stream, which are read together. */
function runsOf(references: readonly EventReference[]): Run[] {
  const runs: Run[] = [];
  const sorted = references.toSorted((a, b) =>
    a.stream === b.stream ? a.revision - b.revision : a.stream < b.stream ? -1 : 1,
  );
  for (const { stream, revision } of sorted) {
    const last = runs.at(-1);
    const next = last?.stream === stream ? last.from + last.limit : undefined;
    if (last === undefined || next === undefined || revision > next) runs.push({ stream, from: revision, limit: 1 });
    else if (revision === next) last.limit += 1;
  }
  return runs;
}
