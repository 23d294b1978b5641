import type { Position, StoredEvent } from '@anecdotes/contracts';
import type pg from 'pg';
import { labelOf } from './failure.ts';

/** Why an event waits when nothing is wrong with itself: an earlier event of its stream waits. */
const BEHIND_ANOTHER = 'behind an earlier event';

/** Sets `event` aside; later events of its stream will wait behind it. */
export async function park(
  tx: pg.ClientBase,
  generation: number,
  event: StoredEvent,
  reason: { error: unknown; attempts: number } | 'behind',
): Promise<void> {
  const error = reason === 'behind' ? BEHIND_ANOTHER : labelOf(reason.error);
  const attempts = reason === 'behind' ? 0 : reason.attempts;
  await tx.query(
    `insert into projection.quarantine (generation, position, stream, revision, event_id, type, error, attempts)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (generation, position) do update
       set error = excluded.error, attempts = quarantine.attempts + excluded.attempts`,
    [generation, event.position, event.stream, event.revision, event.id, event.type, error, attempts],
  );
}

/** Takes `event` out again. */
export async function release(tx: pg.ClientBase, generation: number, position: Position): Promise<void> {
  await tx.query('delete from projection.quarantine where generation = $1 and position = $2', [generation, position]);
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

/** The streams of which an event waits, with the revision of the first, in the order in which those were parked. */
export async function firstParked(pool: pg.Pool, generation: number): Promise<{ stream: string; revision: number }[]> {
  const { rows } = await pool.query<{ stream: string; revision: number }>(
    `select stream, min(revision) as revision from projection.quarantine
     where generation = $1 group by stream order by min(position)`,
    [generation],
  );
  return rows;
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
export async function quarantineCount(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from projection.quarantine
     join projection.generation on generation.id = quarantine.generation and generation.state = 'live'`,
  );
  return rows[0]?.count ?? 0;
}
