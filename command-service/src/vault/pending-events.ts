import { type NewEvent, type Position, Problem, type StoredEvent } from '@anecdotes/contracts';
import type pg from 'pg';
import { appendWithRetry } from '../append-with-retry.ts';
import { createKeyedMutex } from '../concurrency/keyed-mutex.ts';
import type { EventLog } from '../event-log.ts';

/*
 * Pending events record changes of the vault. They are stored in the transaction of the change and appended to the log
 * afterwards. A transaction holds the lock of the row that it changes when it adds events to the stream of that row, so
 * that the ids of a stream follow the order of its changes.
 */

/** An event, sealed, that waits to be appended to `stream`. */
export type PendingEvent = { readonly stream: string; readonly event: NewEvent };

type Dependencies = { readonly vault: pg.Pool; readonly log: EventLog };

/** Until then, the process that made a change appends its events; after that, the worker appends what is left. */
const FIRST_DUE = '3 seconds';
/** Seconds until the worker tries the same stream again. */
const PAUSE_S = 5;
/** The most streams at once: a changed password ends many sessions, and other calls need connections too. */
export const STREAMS_AT_ONCE = 20;
/** How often an append is tried when another one comes between reading the stream and appending to it. */
const MAX_ATTEMPTS = 5;
/** In this process, appends to the same stream run one after the other. */
const inTurn = createKeyedMutex();

/** Stores events to be appended, in their order. */
export async function insertPending(tx: pg.ClientBase, events: readonly PendingEvent[]): Promise<void> {
  if (events.length === 0) return;
  await tx.query({
    name: 'insert-pending',
    text: `insert into vault.pending_event (event_id, stream, type, data, metadata, due_at)
           select event_id, stream, type, data::json, metadata::json, now() + interval '${FIRST_DUE}'
           from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[]) with ordinality
             as e (event_id, stream, type, data, metadata, ordinality)
           order by ordinality`,
    values: [
      events.map(({ event }) => event.id),
      events.map(({ stream }) => stream),
      events.map(({ event }) => event.type),
      events.map(({ event }) => JSON.stringify(event.data)),
      events.map(({ event }) => JSON.stringify(event.metadata)),
    ],
  });
}

/**
 * Appends the pending events of `stream`, in order and all at once, and deletes them from the vault; returns the
 * position of the stream's last event, 0 for none. Skips events that are in the log already, left behind by processes
 * that crashed before they could delete them. Throws UNAVAILABLE when the log cannot be reached or other appends keep
 * coming first; everything then stays pending.
 */
export async function appendPending({ vault, log }: Dependencies, stream: string): Promise<Position> {
  return inTurn(stream, async () => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const pending = await pendingIn(vault, stream);
      const stored = await log.readStream(stream);
      const known = new Set(stored.map(({ id }) => id));
      const events = pending.filter(({ id }) => !known.has(id));
      let position = stored.at(-1)?.position ?? 0n;
      if (events.length > 0) {
        const expectedRevision = stored.at(-1)?.revision ?? 'no-stream';
        const result = await appendWithRetry(log, { stream, expectedRevision, events });
        if (result.status === 'conflict') continue;
        position = result.position;
      }
      if (pending.length > 0) {
        const ids = pending.map(({ id }) => id);
        await vault.query('delete from vault.pending_event where event_id = any($1::uuid[])', [ids]);
      }
      return position;
    }
    throw new Problem('UNAVAILABLE', { retryAfter: 1 });
  });
}

/** Reads `stream` as if its pending events were in the log already. */
export async function logWithPending(
  { vault, log }: Dependencies,
  stream: string,
): Promise<Pick<EventLog, 'readStream'>> {
  // Before the log is read, so that an event that is appended in between is in at least one of them.
  const pending = await pendingIn(vault, stream);
  if (pending.length === 0) return log;
  const stored = await log.readStream(stream);
  const known = new Set(stored.map(({ id }) => id));
  const { revision, position } = stored.at(-1) ?? { revision: -1, position: 0n };
  const missing = pending
    .filter(({ id }) => !known.has(id))
    .map((event, index): StoredEvent => {
      const appended = { stream, revision: revision + 1 + index, position: position + 1n + BigInt(index) };
      return { ...event, ...appended, recordedAt: new Date(event.metadata.at) };
    });
  const events = [...stored, ...missing];
  return {
    readStream: async (_, { from = 0, limit = events.length } = {}) => events.slice(from, from + limit),
  };
}

/** The pending events of `stream`, in order. */
async function pendingIn(vault: pg.Pool, stream: string): Promise<NewEvent[]> {
  const { rows } = await vault.query<NewEvent>({
    name: 'pending-in-stream',
    text: 'select event_id as id, type, data, metadata from vault.pending_event p where stream = $1 order by p.id',
    values: [stream],
  });
  return rows;
}

/** Takes streams that have due events; no other worker takes them for PAUSE_S seconds. */
async function takeDueStreams(vault: pg.Pool): Promise<string[]> {
  const { rows } = await vault.query<{ stream: string }>({
    name: 'due-streams',
    text: `with due as (
             select id from vault.pending_event where due_at <= now()
             order by id limit ${STREAMS_AT_ONCE} for update skip locked),
           taken as (
             update vault.pending_event p set due_at = now() + interval '${PAUSE_S} seconds'
             from due where p.id = due.id returning p.stream)
           select distinct stream from taken`,
  });
  return rows.map(({ stream }) => stream);
}

/**
 * Appends the events that the process which changed the vault could not append itself; any number of processes may do
 * so at once. Throws the first error when some of them have to wait longer.
 */
export async function appendDue(deps: Dependencies): Promise<void> {
  for (let streams = await takeDueStreams(deps.vault); streams.length > 0; ) {
    const appended = await Promise.allSettled(streams.map((stream) => appendPending(deps, stream)));
    const failed = appended.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    streams = await takeDueStreams(deps.vault);
  }
}
