import type { EventId, Position, StoredEvent } from '@anecdotes/contracts';
import type { UntilAwaited } from './gathering.ts';

/** A stretch of the log: every event after the previous batch up to and including `position`, in order. */
export type EventBatch = {
  /** May be empty if this part of the log has only events of other products. */
  readonly events: readonly StoredEvent[];
  readonly position: Position;
};

/**
 * The maximum size of a batch, as stored. Up to three batches are in memory: one is written, one is opened, one is
 * being read.
 */
export const BATCH_BYTES = 4 * 1024 * 1024;

/** About how many bytes an event takes in the log: nearly all of it is its sealed field. */
export function bytesOf({ data }: Pick<StoredEvent, 'data'>): number {
  let bytes = 0;
  for (const value of Object.values(data)) if (typeof value === 'string') bytes += value.length;
  return bytes;
}

/** Which events `readStreams` returns. */
export type StreamsRange = {
  readonly until: Position;
  readonly superseded: readonly string[];
  readonly signal: AbortSignal;
};

export type FollowOptions = {
  readonly after: Position;
  readonly batchSize: number;
  readonly signal: AbortSignal;
  /**
   * At the end of the log, a small batch is held back for a moment until a reader waits for it; by default it is not.
   */
  readonly untilAwaited?: UntilAwaited | undefined;
};

/** The read side of the event log. */
export type EventSource = {
  /**
   * Every event after `after`, once each, in the order of the log; then new events as they arrive, until `signal`
   * aborts (the iteration then ends without an error). Reads one batch ahead of the consumer, never more. A batch has
   * at most `batchSize` events, and is full once it holds about BATCH_BYTES.
   */
  follow(options: FollowOptions): AsyncIterable<EventBatch>;
  /**
   * The events of a stream from revision `from` on, at most `limit`; none if the stream does not exist. Fails within
   * seconds when the log is unavailable, or when `signal` aborts.
   */
  readStream(
    stream: string,
    options: { from: number; limit: number; signal: AbortSignal },
  ): Promise<readonly StoredEvent[]>;
  /**
   * The events of some streams up to position `until`, in order within each stream. Of each type in `superseded`, only
   * the last event of each stream. Fails like `readStream`.
   */
  readStreams(streams: readonly string[], options: StreamsRange): Promise<readonly StoredEvent[]>;
  /** The id of the event at exactly this position, also of an event of another product; undefined if there is none. */
  idAt(position: Position): Promise<EventId | undefined>;
  /** The position of the last event, 0 for an empty log. */
  head(): Promise<Position>;
  /** The last position that the log has assigned, also to events of other products; never lower than `head`. */
  end(): Promise<Position>;
};
