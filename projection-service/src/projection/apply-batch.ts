import { setTimeout as delay } from 'node:timers/promises';
import type { Position } from '@anecdotes/contracts';
import { inTransaction, settled } from '@anecdotes/contracts/server/postgres/transaction';
import type pg from 'pg';
import { withQueryTimeout } from '../db/long-statement.ts';
import { type Opened, openAll, takeFence, writeRows } from './batch.ts';
import { faultOf } from './failure.ts';
import { type Generation, LIVE_SCHEMA } from './generation.ts';
import type { Projection } from './projection.ts';
import { movedBy, notify, type ViewsMoved } from './views-moved.ts';
import { type Failure, type Parked, TRIES, TryAgain, writeAround } from './write-around.ts';

const RETRY_DELAY_MS = 50;
/** The statement timeout for a single event, which is longer because it cannot be halved like a larger batch. */
const SINGLE_EVENT_MS = 60_000;

export type Applied = Parked & { readonly moved: ViewsMoved };

/**
 * Writes the rows of `batch` and the checkpoint in one transaction. An event that fails three times on its own, read
 * from the log and opened again before each retry, is parked together with the later events of its stream; the others
 * are applied. Throws FenceLost when another process moved the checkpoint, and any error that is not the fault of an
 * event.
 */
export async function applyBatch(
  projection: Projection,
  generation: Generation,
  batch: readonly Opened[],
  position: Position,
  { hasParked, signal }: { hasParked: boolean; signal: AbortSignal },
): Promise<Applied> {
  const { pool, projectors } = projection;
  const moved = movedBy(batch, { after: generation.position, position });
  const isSingle = batch.length === 1;
  const commit = (write: (tx: pg.ClientBase) => Promise<Parked>) =>
    inTransaction(pool, async (tx) => {
      const statementTimeout = isSingle ? SINGLE_EVENT_MS : undefined;
      // The other statements need not wait for the fence: if it fails, they are rolled back.
      const [, , parked] = await settled([
        takeFence(tx, generation, { position, batch, statementTimeout }),
        generation.schema === LIVE_SCHEMA ? notify(tx, moved) : Promise.resolve(),
        write(isSingle ? withQueryTimeout(tx, SINGLE_EVENT_MS) : tx),
      ]);
      return { moved, ...parked };
    });

  if (!hasParked) {
    try {
      return await commit(async (tx) => {
        await writeRows(tx, generation, projectors, batch);
        return { parked: 0, missingKeys: 0 };
      });
    } catch (error) {
      if (faultOf(error) === undefined) throw error;
    }
  }
  let current = batch;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await commit((tx) => writeAround(tx, projectors, generation, current, attempt === TRIES));
    } catch (error) {
      if (!(error instanceof TryAgain)) throw error;
      await delay(RETRY_DELAY_MS * 2 ** attempt, undefined, { signal });
      current = await openAgain(projection, current, error.failures, signal);
    }
  }
}

/** Returns `batch` with its failed events read from the log and opened again. */
async function openAgain(
  { source, keys }: Projection,
  batch: readonly Opened[],
  failures: readonly Failure[],
  signal: AbortSignal,
): Promise<Opened[]> {
  const failed = new Set(failures.map(({ opened }) => opened));
  const stored = await Promise.all(
    batch.map(async (opened) => {
      if (!failed.has(opened)) return undefined;
      const { stream, revision, id } = opened.stored;
      const [found] = await source.readStream(stream, { from: revision, limit: 1, signal });
      // A deleted stream cannot be read, although the log still delivers its events.
      return found?.id === id ? found : opened.stored;
    }),
  );
  const again = await openAll(
    stored.filter((event) => event !== undefined),
    keys,
  );
  return batch.map((opened, index) => (stored[index] === undefined ? opened : (again.shift() as Opened)));
}
