import type { Position } from '@anecdotes/contracts';
import type { EventSource } from '@anecdotes/projection-service/event-source';
import { eventsOf } from '../log-copy/events-of.ts';
import type { Progress } from '../log-copy/progress.ts';

/** An event that is not the next one of its stream. */
type StreamGap = { readonly position: Position; readonly stream: string; readonly revision: number };

export type StreamCheck = {
  readonly events: number;
  readonly streams: number;
  /** The first events whose revision is not the next one of their stream, at most `MAX_GAPS`. */
  readonly gaps: readonly StreamGap[];
};

const MAX_GAPS = 100;

/** Reads the log up to `until` and checks that the revisions of each stream count from 0 without a gap. */
export async function checkStreams(source: EventSource, until: Position, progress: Progress): Promise<StreamCheck> {
  const revisions = new Map<string, number>();
  const gaps: StreamGap[] = [];
  let events = 0;
  for await (const { position, stream, revision } of eventsOf(source, until)) {
    const expected = (revisions.get(stream) ?? -1) + 1;
    if (revision !== expected && gaps.length < MAX_GAPS) gaps.push({ position, stream, revision });
    revisions.set(stream, revision);
    events += 1;
    progress.step('Streams', position, until);
  }
  return { events, streams: revisions.size, gaps };
}
