import { type NewEvent, type Position, Problem, type StoredEvent } from '@anecdotes/contracts';
import type pg from 'pg';
import { appendWithRetry } from '../append-with-retry.ts';
import { createKeyedMutex } from '../concurrency/keyed-mutex.ts';
import type { EventLog } from '../event-log.ts';

/*
 * Events that tell the log of a change of the vault. They are written in the transaction of that change and appended
 * afterwards. Whoever changes a row that a stream tells about holds its lock when it adds to the stream, so that the
 * ids of a stream follow the order of its changes.
 */

/** An event, sealed, that waits to be appended to `stream`. */
export type PendingEvent = { readonly stream: string; readonly event: NewEvent };

type Dependencies = { readonly vault: pg.Pool; readonly log: EventLog };

/** Before that, whoever made a change appends its events; the worker takes what is left. */
const FIRST_DUE = '3 seconds';
/** How long the worker leaves a stream alone that it has just tried, in seconds. */
const PAUSE_S = 5;
/** A changed password ends many sessions; more at once would take the connections from everybody else. */
export const STREAMS_AT_ONCE = 20;
/** How often somebody else may append to a stream between its reading and the append. */
const MAX_OVERTAKEN = 5;
/** Appends to one stream in turn, as far as this process goes. */
const inTurn = createKeyedMutex();

/** Keeps events to be appended, in their order. */
export async function insertPending(tx: pg.ClientBase, events: readonly PendingEvent[]): Promise<void> {
  if (events.length === 0) return;
  await tx.query({
    name: 'insert-pending',
    text: `insert into vault.pending_event (event_id, stream, type, data, metadata, due_at)
           select event_id, stream, type, data::json, metadata::json, now() + interval '${FIRST_DUE}'
           from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[]) with ordinality
             as e (event_id, stream, type, data, metadata, place)
           order by place`,
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
 * Appends what is pending in `stream`, all at once and in its order, and forgets it; returns the position of the
 * stream's last event, 0 for none. Events that the log holds already are passed over: they were appended by somebody
 * who did not live to forget them. Throws UNAVAILABLE when the log is away; then everything stays pending.
 */
export async function appendPending({ vault, log }: Dependencies, stream: string): Promise<Position> {
  return inTurn(stream, async () => {
    for (let overtaken = 0; overtaken < MAX_OVERTAKEN; overtaken += 1) {
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

/** The log for reading `stream`, as if it held already what is pending there. */
export async function logWithPending(
  { vault, log }: Dependencies,
  stream: string,
): Promise<Pick<EventLog, 'readStream'>> {
  // Before the log, so that what is appended meanwhile is in one of them.
  const pending = await pendingIn(vault, stream);
  if (pending.length === 0) return log;
  const stored = await log.readStream(stream);
  const known = new Set(stored.map(({ id }) => id));
  const { revision, position } = stored.at(-1) ?? { revision: -1, position: 0n };
  const missing = pending
    .filter(({ id }) => !known.has(id))
    .map((event, index): StoredEvent => {
      const place = { stream, revision: revision + 1 + index, position: position + 1n + BigInt(index) };
      return { ...event, ...place, recordedAt: new Date(event.metadata.at) };
    });
  const events = [...stored, ...missing];
  return {
    readStream: async (_, { from = 0, limit = events.length } = {}) => events.slice(from, from + limit),
  };
}

/** What is pending in `stream`, in its order. */
async function pendingIn(vault: pg.Pool, stream: string): Promise<NewEvent[]> {
  const { rows } = await vault.query<NewEvent>({
    name: 'pending-in-stream',
    text: 'select event_id as id, type, data, metadata from vault.pending_event p where stream = $1 order by p.id',
    values: [stream],
  });
  return rows;
}

/** Streams in which events are due that nobody else is about to append; nobody else takes them for some seconds. */
export async function takeDueStreams(vault: pg.Pool): Promise<string[]> {
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
