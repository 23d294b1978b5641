import {
  BACKWARDS,
  END,
  type EventStoreDBClient,
  FORWARDS,
  START,
  StreamDeletedError,
  StreamNotFoundError,
} from '@eventstore/db-client';
import type { StoredEvent } from '../../event.ts';
import type { EventStoreDbConnection } from './connection.ts';
import { toStoredEvent } from './event.ts';

const READ_MS = 3_000;

/** Which events of a stream are read: from a revision on (by default the first, backward the last), at most `limit`. */
export type StreamRange = {
  readonly direction?: 'forward' | 'backward';
  readonly from?: number;
  readonly limit?: number;
};

/**
 * The events of a stream in EventStoreDB; none when the stream does not exist. Throws UNAVAILABLE after three seconds
 * or when the server cannot be reached, and an AbortError when `signal` aborts first.
 */
export async function readStream(
  connection: EventStoreDbConnection,
  stream: string,
  { signal: callerSignal, ...range }: StreamRange & { readonly signal?: AbortSignal } = {},
): Promise<readonly StoredEvent[]> {
  if (range.limit === 0) return [];
  callerSignal?.throwIfAborted();
  const events = await connection.call(READ_MS, (client, signal) =>
    read(client, stream, range, callerSignal === undefined ? signal : AbortSignal.any([signal, callerSignal])),
  );
  // A cancelled read ends without an error, like a complete one.
  callerSignal?.throwIfAborted();
  return events;
}

async function read(
  client: EventStoreDBClient,
  stream: string,
  { direction = 'forward', from, limit }: StreamRange,
  signal: AbortSignal,
): Promise<StoredEvent[]> {
  const isForward = direction === 'forward';
  const reading = client.readStream(stream, {
    direction: isForward ? FORWARDS : BACKWARDS,
    fromRevision: from === undefined ? (isForward ? START : END) : BigInt(from),
    ...(limit !== undefined && { maxCount: limit }),
    requiresLeader: true,
  });
  // An error after the read was cancelled has no other listener.
  reading.on('error', () => {});
  const stop = () => void reading.cancel().catch(() => {});
  signal.addEventListener('abort', stop, { once: true });
  const events: StoredEvent[] = [];
  try {
    for await (const { event } of reading) if (event !== undefined) events.push(toStoredEvent(event));
    return events;
  } catch (error) {
    if (error instanceof StreamNotFoundError || error instanceof StreamDeletedError) return [];
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
