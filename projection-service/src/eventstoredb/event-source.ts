import type { Position } from '@anecdotes/contracts';
import { abortableDelay, backOff } from '@anecdotes/contracts/server/concurrency/delay';
import type { EventStoreDbConnection } from '@anecdotes/contracts/server/eventstoredb/connection';
import { readEnd, readHead, readIdAt } from '@anecdotes/contracts/server/eventstoredb/head';
import { readStream } from '@anecdotes/contracts/server/eventstoredb/read-stream';
import { createBatchBuffer } from '../batch-buffer.ts';
import type { EventBatch, EventSource, FollowOptions } from '../event-source.ts';
import { neverWait, untilNextBatch } from '../gathering.ts';
import { readStreamsIndividually } from '../read-streams.ts';
import { deliver } from './subscription.ts';

const HEAD_MS = 3_000;
/** The time within which the events of one append arrive. */
const LINGER_MS = 2;
const BACK_OFF_MS = { first: 50, max: 1_000 };

/**
 * The read side of the log in EventStoreDB: one subscription to the streams of this product, made again from the last
 * delivered position whenever it ends, fails or falls silent. `onError` is called each time.
 */
export function createEventStoreDbEventSource(
  connection: EventStoreDbConnection,
  { onError = () => {} }: { onError?: (error: unknown) => void } = {},
): EventSource {
  const head = () => connection.call(HEAD_MS, (client) => readHead(client, HEAD_MS));
  const end = () => connection.call(HEAD_MS, (client) => readEnd(client, HEAD_MS));

  async function* follow({
    after,
    batchSize,
    untilAwaited = neverWait,
    ...options
  }: FollowOptions): AsyncGenerator<EventBatch, void, void> {
    const stop = new AbortController();
    const signal = AbortSignal.any([options.signal, stop.signal]);
    const buffer = createBatchBuffer(batchSize, signal);
    const delivering = keepDelivering(after, buffer, signal);
    let previousStart = Number.NEGATIVE_INFINITY;
    const pause = async () => {
      await abortableDelay(LINGER_MS, signal);
      await untilNextBatch(previousStart, untilAwaited, signal);
    };
    try {
      for (;;) {
        const batch = await buffer.take(pause);
        if (batch === undefined) return;
        previousStart = performance.now();
        yield batch;
      }
    } finally {
      stop.abort();
      await delivering;
    }
  }

  async function keepDelivering(
    after: Position,
    buffer: ReturnType<typeof createBatchBuffer>,
    signal: AbortSignal,
  ): Promise<void> {
    let position = after;
    let failures = 0;
    while (!signal.aborted) {
      try {
        await deliver({ connection, head, end, after: position, signal }, async (item) => {
          position = item.position;
          failures = 0;
          await buffer.put(item);
        });
      } catch (error) {
        if (signal.aborted) return;
        onError(error);
      }
      failures += 1;
      await backOff(failures, BACK_OFF_MS, signal);
    }
  }

  const idAt = (position: Position) => connection.call(HEAD_MS, (client) => readIdAt(client, HEAD_MS, position));

  const readOne: EventSource['readStream'] = (stream, options) => readStream(connection, stream, options);

  return {
    head,
    end,
    idAt,
    follow,
    readStream: readOne,
    readStreams: (streams, options) => readStreamsIndividually(readOne, streams, options),
  };
}
