import type { Position } from '@anecdotes/contracts';
import { inTransaction } from '@anecdotes/contracts/server/postgres/transaction';
import type pg from 'pg';
import { longStatement } from '../db/long-statement.ts';
import {
  createGeneration,
  dropGeneration,
  finishFilling,
  type Generation,
  LIVE_SCHEMA,
  liveGeneration,
} from './generation.ts';
import type { Projection } from './projection.ts';
import { tablesOf } from './projector.ts';
import { type BatchReport, runProjection } from './run.ts';

const MAX_DIFFERENCES = 100;

/** A row that only one side has; a changed row shows up on both. */
type Difference = { readonly side: 'views' | 'log'; readonly row: unknown };

export type Comparison = {
  /** Where both sides stood when they were compared. */
  readonly position: Position;
  readonly tables: readonly {
    readonly name: string;
    /** Rows of the live view. */
    readonly rows: number;
    /** How many rows only one side has; `differences` shows the first of them. */
    readonly different: number;
    readonly differences: readonly Difference[];
  }[];
};

/**
 * Folds the whole log into scratch tables and compares every table row by row with the live views at the same
 * position. The projector stands still only while the last events are folded. `onProgress` hears how far the fold is.
 */
export async function compareWithLog(
  projection: Projection,
  signal: AbortSignal,
  onProgress: (position: Position) => void = () => {},
): Promise<Comparison> {
  const { pool, projectors } = projection;
  const scratch = await createGeneration(pool, projectors, 'scratch');
  try {
    // Up to where the live views stand, never beyond: they may be behind the log's end.
    const { position } = await liveGeneration(pool);
    if (position > 0n) {
      const onBatch = ({ moved }: BatchReport) => {
        onProgress(moved.position);
        return undefined;
      };
      await runProjection(projection, { target: scratch.id, countsLater: true, until: position, signal, onBatch });
    }
    await finishFilling(pool, projectors, scratch);
    const snapshot = await beginSnapshotAtOnePosition(projection, scratch, signal);
    try {
      const tables = [];
      for (const { name } of tablesOf(projectors)) {
        tables.push(await compareTable(snapshot.tx, name, scratch.schema));
      }
      return { position: snapshot.position, tables };
    } finally {
      await snapshot.end();
    }
  } finally {
    await dropGeneration(pool, scratch.id);
  }
}

/** A transaction that sees the live views and the scratch tables at one position. */
async function beginSnapshotAtOnePosition(projection: Projection, scratch: Generation, signal: AbortSignal) {
  const { pool } = projection;
  const tx = await pool.connect();
  const end = async () => {
    const failed = await tx.query('rollback').then(
      () => false,
      () => true,
    );
    tx.release(failed);
  };
  try {
    const position = await inTransaction(pool, async (holding) => {
      // Whoever writes the live views waits for this lock, and those of the scratch tables get to the same place.
      await holding.query(`select from projection.generation where state = 'live' for update`);
      const live = await liveGeneration(holding);
      if (live.position > 0n) await runProjection(projection, { target: scratch.id, until: live.position, signal });
      await tx.query('begin isolation level repeatable read read only');
      // The first statement takes the snapshot.
      await tx.query('select 1');
      return live.position;
    });
    return { tx, position, end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function compareTable(tx: pg.ClientBase, name: string, schema: string): Promise<Comparison['tables'][number]> {
  const views = `select to_jsonb(t) as row from ${LIVE_SCHEMA}.${name} t`;
  const log = `select to_jsonb(t) as row from ${schema}.${name} t`;
  const [counted] = await longStatement<{ rows: bigint }>(tx, `select count(*) as rows from ${LIVE_SCHEMA}.${name}`);
  const different = await longStatement<{ side: Difference['side']; row: unknown; all: bigint }>(
    tx,
    `select side, row, count(*) over () as all from (
       select 'views' as side, row from (${views} except all ${log}) v
       union all
       select 'log' as side, row from (${log} except all ${views}) l
     ) differences limit ${MAX_DIFFERENCES}`,
  );
  return {
    name,
    rows: Number(counted?.rows ?? 0),
    different: Number(different[0]?.all ?? 0),
    differences: different.map(({ side, row }) => ({ side, row })),
  };
}
