import type { StoredEvent } from '@anecdotes/contracts';
import { supportsBatchAppend } from '@anecdotes/contracts/server/eventstoredb-calls';
import type { EventStoreDbConnection } from '@anecdotes/contracts/server/eventstoredb-connection';
import { toStoredEvent } from '@anecdotes/contracts/server/eventstoredb-event';
import {
  BACKWARDS,
  END,
  type EventStoreDBClient,
  FORWARDS,
  START,
  StreamDeletedError,
  StreamNotFoundError,
} from '@eventstore/db-client';
import type { Append, EventLog } from './event-log.ts';
import { appendAlone } from './eventstoredb-append-alone.ts';
import { type AppendPipe, openAppendPipe, type Stored } from './eventstoredb-append-pipe.ts';

/** Three tries and a read together stay under the eleven seconds after which a caller must have an answer. */
const APPEND_MS = 2_500;
const READ_MS = 3_000;

/**
 * The write side of the log in EventStoreDB. Throws UNAVAILABLE when the server is away or does not answer in time;
 * what became of an append is then unknown, and the same append may be repeated: the server knows its event ids.
 */
export function createEventStoreDbEventLog(connection: EventStoreDbConnection): EventLog {
  const pipes = new WeakMap<EventStoreDBClient, Promise<AppendPipe>>();

  /** The client's one call for appends; one that has ended is replaced. */
  function pipeOf(client: EventStoreDBClient): Promise<AppendPipe> {
    const known = pipes.get(client);
    if (known !== undefined) return known;
    const forget = () => void pipes.delete(client);
    const opened = openAppendPipe(client, forget);
    opened.catch(forget);
    pipes.set(client, opened);
    return opened;
  }

  async function store(client: EventStoreDBClient, append: Append): Promise<Stored> {
    if (!(await supportsBatchAppend(client))) return appendAlone(client, append, APPEND_MS);
    return (await pipeOf(client)).append(append);
  }

  async function readStream(
    stream: string,
    options: Parameters<EventLog['readStream']>[1] = {},
  ): Promise<readonly StoredEvent[]> {
    if (options.limit === 0) return [];
    return connection.call(READ_MS, (client, signal) => read(client, stream, options, signal));
  }

  return {
    readStream,
    async append(append) {
      if (append.events.length === 0) throw new Error('an append needs an event');
      const stored = await connection.call(APPEND_MS, (client) => store(client, append));
      if (stored.status === 'conflict') return stored;
      const { revision, position } = stored;
      if (position !== undefined) return { status: 'appended', revision, position };
      const [last] = await readStream(append.stream, { from: revision, limit: 1 });
      if (last === undefined) throw new Error('the log does not show what it has stored');
      return { status: 'appended', revision, position: last.position };
    },
  };
}

async function read(
  client: EventStoreDBClient,
  stream: string,
  { direction = 'forward', from, limit }: { direction?: 'forward' | 'backward'; from?: number; limit?: number },
  signal: AbortSignal,
): Promise<StoredEvent[]> {
  const isForward = direction === 'forward';
  const reading = client.readStream(stream, {
    direction: isForward ? FORWARDS : BACKWARDS,
    fromRevision: from === undefined ? (isForward ? START : END) : BigInt(from),
    ...(limit !== undefined && { maxCount: limit }),
    requiresLeader: true,
  });
  // An error that comes after the reading was given up has no other listener.
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
