import { type AccountId, type Position, type StoredEvent, streamPrefix } from '@anecdotes/contracts';
import type pg from 'pg';
import { type Fault, labelOf } from './failure.ts';

/** The reason for an event that is not faulty itself: an earlier event of its stream is parked. */
const BEHIND_ANOTHER = 'behind an earlier event';

/** How many events of the live views are parked, by the fault of the first one of their stream. */
export type Waiting = { readonly [Reason in Fault]: number };

/** Parks `event`; later events of its stream will be parked behind it, with the same fault. */
export async function park(
  tx: pg.ClientBase,
  generation: number,
  event: StoredEvent,
  why: { fault: Fault; error: unknown; attempts: number } | 'behind',
): Promise<void> {
  const [fault, error, attempts] =
    why === 'behind' ? [null, BEHIND_ANOTHER, 0] : [why.fault, labelOf(why.error), why.attempts];
  await tx.query(
    `insert into projection.quarantine as q
       (generation, position, stream, revision, event_id, type, error, attempts, account, reason)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, coalesce($10, (
       select reason from projection.quarantine where generation = $1 and stream = $3 order by position limit 1
     ), 'poison'))
     on conflict (generation, position) do update
       set error = excluded.error, attempts = q.attempts + excluded.attempts, account = excluded.account,
           reason = excluded.reason`,
    [
      generation,
      event.position,
      event.stream,
      event.revision,
      event.id,
      event.type,
      error,
      attempts,
      accountOf(event) ?? null,
      fault,
    ],
  );
}

/**
 * The account that `event` is about, also when the event cannot be opened; undefined when no account is named in it.
 */
export function accountOf({ data, metadata }: StoredEvent): AccountId | undefined {
  const known = [data.owner, data.account, metadata.subject, metadata.actor?.account_id];
  return known.find((id) => typeof id === 'string' && UUID.test(id)) as AccountId | undefined;
}

export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Removes the event at `position` from the quarantine. */
export async function release(tx: pg.ClientBase, generation: number, position: Position): Promise<void> {
  await tx.query('delete from projection.quarantine where generation = $1 and position = $2', [generation, position]);
}

/** What an event erases or empties: all that an account has recorded, the anecdotes of its journal, or one anecdote. */
export type Forgotten =
  | { readonly everythingOf: AccountId }
  | { readonly journalOf: AccountId }
  | { readonly stream: string };

/**
 * Removes the parked events of `forgotten` before `position`, where it was erased or emptied. If one event of a stream
 * names the account, all parked events of that stream are removed.
 */
export async function forgetWaiting(
  tx: pg.ClientBase,
  generation: number,
  forgotten: Forgotten,
  position: Position,
): Promise<void> {
  const isOne = 'stream' in forgotten;
  const account = isOne ? null : 'journalOf' in forgotten ? forgotten.journalOf : forgotten.everythingOf;
  const prefix = 'everythingOf' in forgotten ? '' : streamPrefix('anecdote');
  await tx.query(
    `delete from projection.quarantine where generation = $1 and position < $2 and starts_with(stream, $3)
     and (stream = $4 or stream in (select stream from projection.quarantine where generation = $1 and account = $5))`,
    [generation, position, prefix, isOne ? forgotten.stream : null, account],
  );
}

/** The streams with parked events. */
export async function parkedStreams(tx: pg.ClientBase, generation: number): Promise<Set<string>> {
  const { rows } = await tx.query<{ stream: string }>({
    name: 'parked-streams',
    text: 'select distinct stream from projection.quarantine where generation = $1',
    values: [generation],
  });
  return new Set(rows.map(({ stream }) => stream));
}

/** The streams with parked events, with the revision of the first of these; streams tried longest ago come first. */
export async function firstParked(pool: pg.Pool, generation: number): Promise<{ stream: string; revision: number }[]> {
  const { rows } = await pool.query<{ stream: string; revision: number }>(
    `select stream, min(revision) as revision from projection.quarantine
     where generation = $1 group by stream order by min(tried_at), min(position)`,
    [generation],
  );
  return rows;
}

/** Records that `stream` is being tried again. */
export async function recordAttempt(pool: pg.Pool, generation: number, stream: string): Promise<void> {
  await pool.query('update projection.quarantine set tried_at = now() where generation = $1 and stream = $2', [
    generation,
    stream,
  ]);
}

/** True when events of a generation are parked. */
export async function hasParkedEvents(pool: pg.Pool, generation: number): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'has-parked-events',
    text: 'select from projection.quarantine where generation = $1 limit 1',
    values: [generation],
  });
  return rowCount === 1;
}

/** The positions of the first `limit` parked events of `stream`, in order. */
export async function parkedPositions(
  tx: pg.ClientBase,
  generation: number,
  stream: string,
  limit: number,
): Promise<Position[]> {
  const { rows } = await tx.query<{ position: bigint }>(
    'select position from projection.quarantine where generation = $1 and stream = $2 order by position limit $3',
    [generation, stream, limit],
  );
  return rows.map(({ position }) => position);
}

/** How many events of the live views are parked. */
export async function countWaiting(pool: pg.Pool): Promise<Waiting> {
  const { rows } = await pool.query<Waiting>(
    `select count(*) filter (where reason = 'poison')::int as poison,
            count(*) filter (where reason = 'missing-key')::int as "missing-key"
     from projection.quarantine
     join projection.generation on generation.id = quarantine.generation and generation.state = 'live'`,
  );
  return rows[0] ?? { poison: 0, 'missing-key': 0 };
}

/** A parked event of the live views, without its data. */
export type WaitingEvent = {
  readonly position: Position;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly reason: Fault;
  readonly error: string;
  readonly attempts: number;
  readonly parkedAt: Date;
  readonly triedAt: Date;
};

/** The first `limit` parked events of the live views, in the order of the log. */
export async function listWaiting(pool: pg.Pool, limit: number): Promise<WaitingEvent[]> {
  const { rows } = await pool.query<WaitingEvent>(
    `select quarantine.position, stream, revision, type, reason, error, attempts, parked_at as "parkedAt", tried_at as "triedAt"
     from projection.quarantine
     join projection.generation on generation.id = quarantine.generation and generation.state = 'live'
     order by quarantine.position limit $1`,
    [limit],
  );
  return rows;
}
