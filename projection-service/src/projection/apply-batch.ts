import { setTimeout as delay } from 'node:timers/promises';
import type { Position } from '@anecdotes/contracts';
import { inTransaction } from '@anecdotes/contracts/server/postgres/transaction';
import type pg from 'pg';
import { withQueryTimeout } from '../db/long-statement.ts';
import { type Opened, takeFence, writeRows } from './batch.ts';
import { isPoison } from './failure.ts';
import { type Generation, LIVE_SCHEMA } from './generation.ts';
import type { Projector } from './projector.ts';
import { park, parkedStreams } from './quarantine.ts';
import { movedBy, notify, type ViewsMoved } from './views-moved.ts';

const TRIES = 3;
const RETRY_DELAY_MS = 50;
/** A larger batch can be halved; a single event gets the time it needs. */
const SINGLE_EVENT_MS = 60_000;

export type Applied = { readonly moved: ViewsMoved; readonly parked: number };

/**
 * Writes the rows of `batch` and the checkpoint in one transaction. Events that fail by themselves three times are
 * parked, with every later event of their streams; the others go on. Throws FenceLost when somebody else moved the
 * checkpoint, and whatever a connection throws.
 */
export async function applyBatch(
  pool: pg.Pool,
  projectors: readonly Projector[],
  generation: Generation,
  batch: readonly Opened[],
  position: Position,
  parked: ReadonlySet<string>,
): Promise<Applied> {
  const moved = movedBy(batch, position);
  const isSingle = batch.length === 1;
  const commit = (write: (tx: pg.ClientBase) => Promise<number>) =>
    inTransaction(pool, async (tx) => {
      await takeFence(tx, generation, position, isSingle ? SINGLE_EVENT_MS : undefined);
      const count = await write(isSingle ? withQueryTimeout(tx, SINGLE_EVENT_MS) : tx);
      if (generation.schema === LIVE_SCHEMA) await notify(tx, moved);
      return { moved, parked: count };
    });

  if (parked.size === 0) {
    try {
      return await commit(async (tx) => {
        await writeRows(tx, generation.schema, projectors, batch);
        return 0;
      });
    } catch (error) {
      if (!isPoison(error)) throw error;
    }
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await commit((tx) => writeAround(tx, projectors, generation, batch, attempt));
    } catch (error) {
      if (!(error instanceof TryAgain)) throw error;
      await delay(RETRY_DELAY_MS * 2 ** attempt);
    }
  }
}

/** Rolls the whole batch back for another try. */
class TryAgain extends Error {
  override name = 'TryAgain';
}

/** Writes what can be written and parks the rest; returns how many were parked. */
async function writeAround(
  tx: pg.ClientBase,
  projectors: readonly Projector[],
  generation: Generation,
  batch: readonly Opened[],
  attempt: number,
): Promise<number> {
  const parked = await parkedStreams(tx, generation.id);
  const failures: { opened: Opened; error: unknown }[] = [];
  let waiting = 0;

  async function write(part: readonly Opened[]): Promise<void> {
    const free = part.filter(({ stored }) => !parked.has(stored.stream));
    if (free.length === 0) return;
    const error = await attemptIn(tx, () => writeRows(tx, generation.schema, projectors, free));
    if (error === undefined) return;
    const [first] = free;
    if (free.length === 1 && first !== undefined) {
      failures.push({ opened: first, error });
      parked.add(first.stored.stream);
      return;
    }
    const middle = free.length >> 1;
    await write(free.slice(0, middle));
    await write(free.slice(middle));
  }

  await write(batch);
  if (failures.length > 0 && attempt < TRIES) throw new TryAgain();
  const guilty = new Map(failures.map(({ opened, error }) => [opened, error]));
  for (const opened of batch) {
    if (!parked.has(opened.stored.stream)) continue;
    if (guilty.has(opened)) {
      await park(tx, generation.id, opened.stored, { error: guilty.get(opened), attempts: TRIES });
    } else if (!wasWritten(opened, guilty)) await park(tx, generation.id, opened.stored, 'behind');
    else continue;
    waiting += 1;
  }
  return waiting;
}

/** An event of a stream that failed only later in this batch has been written. */
function wasWritten(opened: Opened, guilty: ReadonlyMap<Opened, unknown>): boolean {
  for (const { stored } of guilty.keys()) {
    if (stored.stream === opened.stored.stream) return opened.stored.position < stored.position;
  }
  return false;
}

/** Runs `write` in a savepoint; returns what is wrong with the events when it failed for that, else throws. */
export async function attemptIn(tx: pg.ClientBase, write: () => Promise<void>): Promise<unknown> {
  await tx.query('savepoint attempt');
  try {
    await write();
    await tx.query('release savepoint attempt');
    return undefined;
  } catch (error) {
    if (!isPoison(error)) throw error;
    await tx.query('rollback to savepoint attempt');
    return error ?? new Error('failed');
  }
}
