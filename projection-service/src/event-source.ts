import type { EventId, Position, StoredEvent } from '@anecdotes/contracts';
import type { UntilAwaited } from './gathering.ts';

/** A stretch of the log: every event after the previous batch up to and including `position`, in order. */
export type EventBatch = {
  /** May be empty where the log holds only events that do not concern this product. */
  readonly events: readonly StoredEvent[];
  readonly position: Position;
};

/** Of what is stored. Up to three batches are in memory: one is written, one is opened, one is being read. */
export const BATCH_BYTES = 4 * 1024 * 1024;

/** About how many bytes an event takes in the log: its sealed field is nearly all of it. */
export function bytesOf({ data }: Pick<StoredEvent, 'data'>): number {
  let bytes = 0;
  for (const value of Object.values(data)) if (typeof value === 'string') bytes += value.length;
  return bytes;
}

/** Which events of some streams are read. */
export type StreamsRange = {
  readonly until: Position;
  readonly superseded: readonly string[];
  readonly signal: AbortSignal;
};

export type FollowOptions = {
  readonly after: Position;
  readonly batchSize: number;
  readonly signal: AbortSignal;
  /** At the end of the log few events are handed over as soon as somebody waits for them; by default somebody does. */
  readonly untilAwaited?: UntilAwaited;
};

/** The read side of the event log. */
export type EventSource = {
  /**
   * Every event after `after`, once each, in the log's one order; then goes on as events arrive until `signal` aborts
   * (the iteration then ends without an error). Reads one batch ahead of the consumer, never more; a batch has at most
   * `batchSize` events, and takes no more in once it holds about BATCH_BYTES.
   */
  follow(options: FollowOptions): AsyncIterable<EventBatch>;
  /**
   * The events of a stream from revision `from` on, at most `limit`; none where there is no stream. Fails within
   * seconds when the log is away, or when `signal` aborts.
   */
  readStream(
    stream: string,
    options: { from: number; limit: number; signal: AbortSignal },
  ): Promise<readonly StoredEvent[]>;
  /**
   * The events of some streams up to position `until`, in the order of the log as far as each stream goes; of events of
   * the types `superseded` only the last of each stream. Fails like `readStream`.
   */
  readStreams(streams: readonly string[], options: StreamsRange): Promise<readonly StoredEvent[]>;
  /** The id of the event at exactly this position, also of one that is not ours; undefined where there is none. */
  idAt(position: Position): Promise<EventId | undefined>;
  /** The position of the last event, 0 for an empty log. */
  head(): Promise<Position>;
  /** The last position that the log has given, also to what does not concern this product; never before the head. */
  end(): Promise<Position>;
};
