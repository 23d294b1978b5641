import type { Position } from '@anecdotes/contracts';
import { inTransaction, rollBack } from '@anecdotes/contracts/server/postgres/transaction';
import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';
import type pg from 'pg';
import { longStatement } from '../db/long-statement.ts';
import { applyBatch } from './apply-batch.ts';
import {
  createGeneration,
  digestOf,
  dropGeneration,
  expectUninterrupted,
  finishFilling,
  type Generation,
  generationById,
  LIVE_SCHEMA,
  liveGeneration,
} from './generation.ts';
import { openAhead } from './open-ahead.ts';
import type { Projection } from './projection.ts';
import { tablesOf } from './projector.ts';
import { hasParkedEvents } from './quarantine.ts';
import { runProjection } from './run.ts';
import type { Table } from './table.ts';
import type { BatchReport } from './write-in-parts.ts';

const MAX_DIFFERENCES = 100;
const CATCH_UP_MS = 100;
const CATCH_UP_ROUNDS = 100;

/** A row that only one side has. A changed row is listed for both sides. */
type Difference = { readonly side: 'views' | 'log'; readonly row: unknown };

export type Comparison = {
  /** The position of both sides when they were compared. */
  readonly position: Position;
  /** For how long the comparison blocked writes to the live views, in milliseconds. */
  readonly heldMs: number;
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
 * Folds the whole log into scratch tables and compares every table row by row with the live views at the same position.
 * The projector is blocked only while the last events are folded. `onProgress` receives the position of the fold,
 * `onTable` the name of the table that is compared next. Throws ConfigurationError as `expectComparable` does.
 */
export async function compareWithLog(
  projection: Projection,
  signal: AbortSignal,
  onProgress: (position: Position) => void = () => {},
  onTable: (name: string) => void = () => {},
): Promise<Comparison> {
  await expectComparable(projection);
  const { pool, projectors } = projection;
  const scratch = await createGeneration(pool, projectors, 'scratch');
  try {
    // Up to the position of the live views, never beyond: they may be behind the end of the log.
    const { position } = await liveGeneration(pool);
    if (position > 0n) {
      const onBatch = ({ moved }: BatchReport) => {
        onProgress(moved.position);
        return undefined;
      };
      await runProjection(projection, { target: scratch.id, countsLater: true, until: position, signal, onBatch });
    }
    await finishFilling(pool, projectors, scratch);
    await catchUp(projection, scratch, signal);
    const snapshot = await beginSnapshotAtOnePosition(projection, scratch, signal);
    try {
      await expectUninterrupted(snapshot.tx, scratch);
      const tables = [];
      for (const table of tablesOf(projectors)) {
        onTable(table.name);
        tables.push(await compareTable(snapshot.tx, table, scratch.schema));
      }
      return { position: snapshot.position, heldMs: snapshot.heldMs, tables };
    } finally {
      await snapshot.end();
    }
  } finally {
    await dropGeneration(pool, scratch.id);
  }
}

/** Throws ConfigurationError when the live views were made by other projectors, or are not built yet from this log. */
export async function expectComparable({ pool, projectors }: Pick<Projection, 'pool' | 'projectors'>): Promise<void> {
  const { digest, isStale } = await liveGeneration(pool);
  if (digest !== digestOf(projectors)) {
    throw new ConfigurationError(
      'The views were made by another version of Anecdotes. Start this version first, so that it rebuilds the views, ' +
        'or run this command with the version that made them.',
    );
  }
  if (isStale) {
    throw new ConfigurationError(
      'The views are not built yet. Start the program, and run this again when its /readyz no longer reports a rebuild.',
    );
  }
}

/** Folds what was recorded meanwhile, until so little is left that the projector is blocked only for a short time. */
async function catchUp(projection: Projection, scratch: Generation, signal: AbortSignal): Promise<void> {
  for (let round = 0; round < CATCH_UP_ROUNDS; round += 1) {
    const started = performance.now();
    const { position } = await liveGeneration(projection.pool);
    if (position > 0n) await runProjection(projection, { target: scratch.id, until: position, signal });
    if (performance.now() - started < CATCH_UP_MS) return;
  }
}

async function reload(db: pg.ClientBase, { id }: Generation): Promise<Generation> {
  const scratch = await generationById(db, id);
  if (scratch === undefined) throw new Error('the scratch tables were dropped');
  return scratch;
}

/** Folds the few events up to `until` with as few queries as possible, because the projector is blocked meanwhile. */
async function foldRest(
  projection: Projection,
  scratch: Generation,
  { until, ...how }: { until: Position; hasParked: boolean; signal: AbortSignal },
): Promise<void> {
  const { source, keys } = projection;
  if (scratch.position >= until) return;
  let current = scratch;
  const options = { after: current.position, batchSize: 1_000, signal: how.signal };
  for await (const { events, position } of openAhead(source, keys, options)) {
    const end = position < until ? position : until;
    const part = events.filter(({ stored }) => stored.position <= end);
    await applyBatch(projection, current, part, end, how);
    if (end === until) return;
    current = { ...current, position: end };
  }
}

/** A transaction that sees the live views and the scratch tables at the same position. */
async function beginSnapshotAtOnePosition(projection: Projection, scratch: Generation, signal: AbortSignal) {
  const { pool } = projection;
  const hasParked = await hasParkedEvents(pool, scratch.id);
  const tx = await pool.connect();
  try {
    let heldSince = 0;
    const position = await inTransaction(pool, async (holding) => {
      // This lock blocks writers of the live views while the scratch tables are brought to the same position.
      await holding.query(`select from projection.generation where state = 'live' for update`);
      heldSince = performance.now();
      const live = await liveGeneration(holding);
      await foldRest(projection, await reload(holding, scratch), { until: live.position, hasParked, signal });
      await tx.query('begin isolation level repeatable read read only');
      // The first statement takes the snapshot.
      await tx.query('select 1');
      return live.position;
    });
    return { tx, position, heldMs: performance.now() - heldSince, end: () => rollBack(tx) };
  } catch (error) {
    await rollBack(tx);
    throw error;
  }
}

/** Reads both tables side by side in key order, so that neither is sorted or held in memory. */
async function compareTable(
  tx: pg.ClientBase,
  { name, primaryKey }: Table,
  schema: string,
): Promise<Comparison['tables'][number]> {
  await tx.query('set local enable_hashjoin = off');
  const [counted] = await longStatement<{ rows: bigint }>(tx, `select count(*) as rows from ${LIVE_SCHEMA}.${name}`);
  const isSame = primaryKey.map((column) => `views."${column}" = log."${column}"`).join(' and ');
  const [key] = primaryKey;
  const rows = await longStatement<{ views: unknown; log: unknown; all: bigint }>(
    tx,
    `select case when views."${key}" is not null then to_jsonb(views) end as views,
            case when log."${key}" is not null then to_jsonb(log) end as log,
            sum((views."${key}" is not null)::int + (log."${key}" is not null)::int) over ()::int8 as all
     from ${LIVE_SCHEMA}.${name} views full join ${schema}.${name} log on ${isSame}
     where views.* is distinct from log.* limit ${MAX_DIFFERENCES}`,
  );
  const differences = rows.flatMap(({ views, log }): Difference[] => [
    ...(views === null ? [] : [{ side: 'views' as const, row: views }]),
    ...(log === null ? [] : [{ side: 'log' as const, row: log }]),
  ]);
  return { name, rows: Number(counted?.rows ?? 0), different: Number(rows[0]?.all ?? 0), differences };
}
