import { type AccountId, type Position, type StoredEvent, streamPrefix } from '@anecdotes/contracts';
import type pg from 'pg';
import { type Fault, labelOf } from './failure.ts';

/** Why an event waits when nothing is wrong with itself: an earlier event of its stream waits. */
const BEHIND_ANOTHER = 'behind an earlier event';

/** How many events wait in the live views, by the fault of the first of their stream. */
export type Waiting = { readonly [Reason in Fault]: number };

/** Sets `event` aside; later events of its stream will wait behind it, for the same reason. */
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

/** Whose journal or account `event` is about, also of one that cannot be read; undefined when it does not say so. */
export function accountOf({ data, metadata }: StoredEvent): AccountId | undefined {
  const known = [data.owner, data.account, metadata.subject, metadata.actor?.account_id];
  return known.find((id) => typeof id === 'string' && UUID.test(id)) as AccountId | undefined;
}

export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Takes `event` out again. */
export async function release(tx: pg.ClientBase, generation: number, position: Position): Promise<void> {
  await tx.query('delete from projection.quarantine where generation = $1 and position = $2', [generation, position]);
}

/** All that an account has recorded, the anecdotes of its journal, or one anecdote. */
export type Forgotten =
  | { readonly everythingOf: AccountId }
  | { readonly journalOf: AccountId }
  | { readonly stream: string };

/**
 * Takes out what waits of `forgotten` from before `position`, where it was erased or emptied. A stream of which one
 * event says whose it is goes as a whole.
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

/** The streams of which an event waits. */
export async function parkedStreams(db: pg.Pool | pg.ClientBase, generation: number): Promise<Set<string>> {
  const { rows } = await db.query<{ stream: string }>({
    name: 'parked-streams',
    text: 'select distinct stream from projection.quarantine where generation = $1',
    values: [generation],
  });
  return new Set(rows.map(({ stream }) => stream));
}

/** The streams of which an event waits, with the revision of the first; those tried longest ago come first. */
export async function firstParked(pool: pg.Pool, generation: number): Promise<{ stream: string; revision: number }[]> {
  const { rows } = await pool.query<{ stream: string; revision: number }>(
    `select stream, min(revision) as revision from projection.quarantine
     where generation = $1 group by stream order by min(tried_at), min(position)`,
    [generation],
  );
  return rows;
}

/** Notes that `stream` is being tried again. */
export async function noteTry(pool: pg.Pool, generation: number, stream: string): Promise<void> {
  await pool.query('update projection.quarantine set tried_at = now() where generation = $1 and stream = $2', [
    generation,
    stream,
  ]);
}

/** The positions of the first `limit` events of `stream` that wait, in order. */
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

/** How many events wait in the live views. */
export async function countWaiting(pool: pg.Pool): Promise<Waiting> {
  const { rows } = await pool.query<Waiting>(
    `select count(*) filter (where reason = 'poison')::int as poison,
            count(*) filter (where reason = 'missing-key')::int as "missing-key"
     from projection.quarantine
     join projection.generation on generation.id = quarantine.generation and generation.state = 'live'`,
  );
  return rows[0] ?? { poison: 0, 'missing-key': 0 };
}

/** An event that waits in the live views, without what it says. */
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

/** The first `limit` events that wait in the live views, in the order of the log. */
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
