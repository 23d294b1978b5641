import type { Position, StoredEvent } from '@anecdotes/contracts';

/** An event whose revision is not the next one of its stream. */
type StreamGap = { readonly position: Position; readonly stream: string; readonly revision: number };

export type StreamCheck = {
  readonly events: number;
  readonly streams: number;
  /** The first events whose revision is not the next one of their stream, at most `MAX_GAPS`. */
  readonly gaps: readonly StreamGap[];
};

const MAX_GAPS = 100;

/** Checks that the revisions of each stream count from 0 without a gap. The events must be added in log order. */
export function createStreamCheck() {
  const revisions = new Map<string, number>();
  const gaps: StreamGap[] = [];
  let events = 0;
  return {
    add({ position, stream, revision }: StoredEvent): void {
      const expected = (revisions.get(stream) ?? -1) + 1;
      if (revision !== expected && gaps.length < MAX_GAPS) gaps.push({ position, stream, revision });
      revisions.set(stream, revision);
      events += 1;
    },
    result: (): StreamCheck => ({ events, streams: revisions.size, gaps }),
  };
}
