import { createFairQueue } from '@anecdotes/contracts/server/concurrency/fair-queue';
import { supportsBatchAppend } from '@anecdotes/contracts/server/eventstoredb/calls';
import type { EventStoreDbConnection } from '@anecdotes/contracts/server/eventstoredb/connection';
import { readHead } from '@anecdotes/contracts/server/eventstoredb/head';
import { readFirst, readTypes } from '@anecdotes/contracts/server/eventstoredb/read-all';
import { readStream } from '@anecdotes/contracts/server/eventstoredb/read-stream';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { type Append, type AppendResult, ownerOf, type WholeLog } from '../event-log.ts';
import { appendAlone } from './append-alone.ts';
import { type AppendPipe, openAppendPipe, type Stored } from './append-pipe.ts';
import { sendUntilAnswered } from './send-again.ts';

/** Three attempts and a read together take less than the 11 s within which a caller must have an answer. */
const APPEND_MS = 2_500;
const HEAD_MS = 3_000;
/** With this many appends in flight, answers are late because the server is busy; copies would add to its load. */
const BUSY_APPENDS = 8;

/** The most that is in flight to the server at once. */
const ROOM = { count: 256, bytes: 4 * 1024 * 1024 };
const WAITING = { count: 16_384, bytes: 64 * 1024 * 1024, milliseconds: 5_000 };

/**
 * The write side of the log in EventStoreDB. Throws QueueFull when too much waits already, UNAVAILABLE when the server
 * cannot be reached or does not answer in time: the outcome of an append is then unknown, and the same append may be
 * repeated, because the server recognises its event ids.
 */
export function createEventStoreDbEventLog(connection: EventStoreDbConnection): WholeLog {
  const pipes = new WeakMap<EventStoreDBClient, Promise<AppendPipe>>();
  const inTurn = createFairQueue({ room: ROOM, waiting: WAITING });
  let inFlight = 0;

  /** The append call of a client; a new one is opened after the last one has ended. */
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

  async function send(append: Append): Promise<AppendResult> {
    // Only with an expected revision does a copy get the same answer as the first, whatever has been stored since.
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
    if (last === undefined) throw new Error('the log does not return an event that it has just stored');
    return { status: 'appended', revision, position: last.position };
  }

  return {
    readStream: (stream, range) => readStream(connection, stream, range),
    readFirst: () => readFirst(connection),
    head: () => connection.call(HEAD_MS, (client) => readHead(client, HEAD_MS)),
    readTypes: (types, after) => readTypes(connection, types, after),
    async append(append) {
      if (append.events.length === 0) throw new Error('an append needs an event');
      return inTurn({ owner: ownerOf(append), bytes: bytesOf(append) }, () => send(append));
    },
  };
}

/** The approximate size of an append as it is sent: only its texts can be long. */
function bytesOf({ events }: Append): number {
  const texts = events.flatMap(({ data }) => Object.values(data));
  return texts.reduce<number>((sum, text) => sum + (typeof text === 'string' ? text.length : 0), 500 * events.length);
}
