import { supportsBatchAppend } from '@anecdotes/contracts/server/eventstoredb/calls';
import type { EventStoreDbConnection } from '@anecdotes/contracts/server/eventstoredb/connection';
import { readStream } from '@anecdotes/contracts/server/eventstoredb/read-stream';
import type { EventStoreDBClient } from '@eventstore/db-client';
import type { Append, EventLog } from '../event-log.ts';
import { appendAlone } from './append-alone.ts';
import { type AppendPipe, openAppendPipe, type Stored } from './append-pipe.ts';
import { sendUntilAnswered } from './send-again.ts';

/** Three tries and a read together stay under the eleven seconds after which a caller must have an answer. */
const APPEND_MS = 2_500;
/** From so many appends in flight on, one is late because the server is busy; sending it again would only add to that. */
const BUSY_APPENDS = 8;

/**
 * The write side of the log in EventStoreDB. Throws UNAVAILABLE when the server is away or does not answer in time;
 * what became of an append is then unknown, and the same append may be repeated: the server knows its event ids.
 */
export function createEventStoreDbEventLog(connection: EventStoreDbConnection): EventLog {
  const pipes = new WeakMap<EventStoreDBClient, Promise<AppendPipe>>();
  let inFlight = 0;

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

  return {
    readStream: (stream, range) => readStream(connection, stream, range),
    async append(append) {
      if (append.events.length === 0) throw new Error('an append needs an event');
      // With an expected revision a copy is answered as the first was, whatever has been stored since.
      const isCalm = () => append.expectedRevision !== 'any' && inFlight < BUSY_APPENDS;
      inFlight += 1;
      const stored = await connection
        .call(APPEND_MS, (client, signal) => sendUntilAnswered(() => store(client, append), { isCalm, signal }))
        .finally(() => {
          inFlight -= 1;
        });
      if (stored.status === 'conflict') return stored;
      const { revision, position } = stored;
      if (position !== undefined) return { status: 'appended', revision, position };
      const [last] = await readStream(connection, append.stream, { from: revision, limit: 1 });
      if (last === undefined) throw new Error('the log does not show what it has stored');
      return { status: 'appended', revision, position: last.position };
    },
  };
}
