import { hash } from 'node:crypto';
import type { EventId, Position } from '@anecdotes/contracts';
import { runAll } from '@anecdotes/contracts/server/concurrency/run-all';
import { inTransaction } from '@anecdotes/contracts/server/postgres/transaction';
import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';
import type pg from 'pg';
import { longStatement } from '../db/long-statement.ts';
import { countersOf, derivedOf, type Projector, type ReadModelTable, tablesOf } from './projector.ts';
import { countStatement, createStatement, type Table } from './table.ts';
import { notify } from './views-moved.ts';

/** The schema that queries read. */
export const LIVE_SCHEMA = 'views';

/** The position and the id of an event, which identify its log: no other log has that id there. */
type EventReference = { readonly position: Position; readonly id: EventId };

/** One set of view tables: the live one, or one that is being filled beside it. */
export type Generation = {
  readonly id: number;
  readonly schema: string;
  readonly position: Position;
  readonly digest: string;
  /** The first and the last event that were projected; undefined while there is none. */
  readonly first: EventReference | undefined;
  readonly last: EventReference | undefined;
  /** True for live views of another log, or with events that the log has lost: they must not be read. */
  readonly isStale: boolean;
  /** True while its tables are filled in bulk: `finishFilling` fills counters and derived tables at the end. */
  readonly countsLater: boolean;
};

type GenerationState = 'live' | 'building' | 'scratch' | 'retired';

/**
 * An unlogged table with one row beside the scratch tables. A crash of the database empties it, as it empties these.
 */
const CRASH_MARKER = 'uninterrupted';

/** The advisory lock for creating, renaming and dropping view schemas; any constant. */
const DDL_LOCK = 7_014_310_219;

/** A digest of the projectors and of the tables they write; views with another digest are rebuilt. */
export function digestOf(projectors: readonly Projector[]): string {
  const names = projectors.map(({ name, version }) => `${name}@${version}`).sort();
  const statements = tablesOf(projectors).map((table) => createStatement(table, '') + table.indexes(''));
  return hash('sha256', [...names, ...statements.sort()].join('\n'));
}

/** The generation that queries read from. */
export async function liveGeneration(db: pg.Pool | pg.ClientBase): Promise<Generation> {
  const live = await findGeneration(db, "state = 'live'");
  if (live === undefined) throw new Error('there is no live generation of views');
  return live;
}

/** The generation with this `id`; undefined once it is retired or dropped. */
export function generationById(db: pg.Pool | pg.ClientBase, id: number): Promise<Generation | undefined> {
  return findGeneration(db, `id = ${id} and state <> 'retired'`);
}

/** A rebuild for `digest` that was started but not finished. */
export function unfinishedGeneration(pool: pg.Pool, digest: string): Promise<Generation | undefined> {
  return findGeneration(pool, `state = 'building' and digest = '${digest}'`);
}

async function findGeneration(db: pg.Pool | pg.ClientBase, condition: string): Promise<Generation | undefined> {
  const { rows } = await db.query<GenerationRow>(
    `select id, state, position, digest, first_position, first_id, last_position, last_id, is_stale
     from projection.generation where ${condition} order by id desc limit 1`,
  );
  return rows[0] && toGeneration(rows[0]);
}

type GenerationRow = {
  id: number;
  state: GenerationState;
  position: Position;
  digest: string;
  first_position: Position | null;
  first_id: EventId | null;
  last_position: Position | null;
  last_id: EventId | null;
  is_stale: boolean;
};

function toGeneration(row: GenerationRow): Generation {
  return {
    id: row.id,
    schema: schemaOf(row.id, row.state),
    position: row.position,
    digest: row.digest,
    first: toReference(row.first_position, row.first_id),
    last: toReference(row.last_position, row.last_id),
    isStale: row.is_stale,
    countsLater: false,
  };
}

function toReference(position: Position | null, id: EventId | null): EventReference | undefined {
  return position === null || id === null ? undefined : { position, id };
}

function schemaOf(id: number, state: GenerationState): string {
  return state === 'live' ? LIVE_SCHEMA : `${LIVE_SCHEMA}_${id}`;
}

/**
 * Creates the first generation, directly as the live one, unless there is a live one. If the log already has events
 * (the database was restored, or its views were dropped), it is stale: a rebuild replaces it, so that nobody reads views
 * that are only partly filled.
 */
export async function ensureLiveGeneration(
  pool: pg.Pool,
  projectors: readonly Projector[],
  logHasEvents: () => Promise<boolean>,
): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [DDL_LOCK]);
    if ((await findGeneration(tx, "state = 'live'")) !== undefined) return;
    const { id, schema } = await insertGeneration(tx, projectors, 'live');
    await tx.query(indexesOf(projectors, schema));
    await tx.query(`update projection.generation set is_stale = $2 where id = $1`, [id, await logHasEvents()]);
  });
}

/**
 * Creates an empty generation beside the live one; `finishFilling` adds its indexes. Scratch tables, which are dropped
 * soon, are unlogged: writing WAL for them would take longer and slow down commands.
 */
export async function createGeneration(
  pool: pg.Pool,
  projectors: readonly Projector[],
  state: 'building' | 'scratch',
): Promise<Generation> {
  return inTransaction(pool, async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [DDL_LOCK]);
    return insertGeneration(tx, projectors, state);
  });
}

/** Throws ConfigurationError when a crash of the database has emptied the scratch tables. */
export async function expectUninterrupted(db: pg.Pool | pg.ClientBase, { schema }: Generation): Promise<void> {
  const { rowCount } = await db.query(`select from ${schema}.${CRASH_MARKER}`);
  if (rowCount !== 1)
    throw new ConfigurationError('The database crashed and lost the scratch tables of this run. Run it again.');
}

async function insertGeneration(
  tx: pg.ClientBase,
  projectors: readonly Projector[],
  state: GenerationState,
): Promise<Generation> {
  const digest = digestOf(projectors);
  const { rows } = await tx.query<{ id: number }>(
    'insert into projection.generation (state, digest) values ($1, $2) returning id',
    [state, digest],
  );
  const id = rows[0]?.id ?? 0;
  const schema = schemaOf(id, state);
  const isScratch = state === 'scratch';
  const kind = isScratch ? 'unlogged table' : 'table';
  const statements = tablesOf(projectors).map((table) => createStatement(table, schema, kind));
  if (isScratch) statements.push(`create ${kind} ${schema}.${CRASH_MARKER} as select`);
  await tx.query(`create schema ${schema}; ${statements.join('\n')}`);
  return { id, schema, position: 0n, digest, first: undefined, last: undefined, isStale: false, countsLater: false };
}

/** How many tables are finished at the same time, each on its own connection. */
const FINISHED_AT_ONCE = 2;

/**
 * Creates the missing indexes of a filled generation, counts the uses of its facets and fills its derived tables (both
 * replace what was in them), and runs ANALYZE. Uses two connections of `pool`.
 */
export async function finishFilling(
  pool: pg.Pool,
  projectors: readonly Projector[],
  { schema }: Generation,
): Promise<void> {
  const tables = projectors.flatMap((projector) => projector.tables).filter((table) => !('recompute' in table));
  const sorted = await largestFirst(pool, schema, tables);
  await runAll(sorted, FINISHED_AT_ONCE, (table) => finishTable(pool, schema, table));
  for (const table of derivedOf(projectors)) await finishTable(pool, schema, table);
}

/** Largest first: the last table is small, so that no connection waits long for the other one. */
async function largestFirst<T extends Table>(pool: pg.Pool, schema: string, tables: readonly T[]): Promise<T[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = '${schema}'::regnamespace and relkind = 'r'
     order by pg_table_size(oid) desc`,
  );
  return rows.flatMap(({ name }) => tables.filter((table) => table.name === name));
}

async function finishTable(pool: pg.Pool, schema: string, table: ReadModelTable): Promise<void> {
  const made = [table, ...countersOf(table)];
  const rows = 'recompute' in table ? [table.fill(schema)] : [];
  const counts = 'counters' in table ? table.counters.map((counter) => countStatement(table, counter, schema)) : [];
  const indexes = made.map((one) => one.indexes(schema));
  const analyze = `analyze ${made.map(({ name }) => `${schema}.${name}`).join(', ')};`;
  await inTransaction(pool, (tx) => longStatement(tx, [...rows, ...counts, ...indexes, analyze].join('\n')));
}

function indexesOf(projectors: readonly Projector[], schema: string): string {
  return tablesOf(projectors)
    .map((table) => table.indexes(schema))
    .join('\n');
}

/**
 * Makes `generation` the live one if it has reached the position of the live views; returns false when it is behind.
 * Both renames and both states change in one transaction, so that a reader finds either the old views or the new ones.
 */
export async function swapIn(pool: pg.Pool, generation: Generation): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [DDL_LOCK]);
    // Locks the live checkpoint first: a process that writes the live views waits, and then finds them retired.
    const { rows } = await tx.query<{ id: number; position: bigint; behind: boolean }>(
      `select live.id, live.position, next.position < live.position as behind
       from projection.generation live, projection.generation next
       where live.state = 'live' and next.id = $1 and next.state = 'building' for update of live, next`,
      [generation.id],
    );
    const live = rows[0];
    if (live === undefined) throw new Error(`generation ${generation.id} is not being built`);
    if (live.behind) return false;
    await tx.query(`update projection.generation set state = 'retired' where id = ${live.id}`);
    await tx.query(`update projection.generation set state = 'live' where id = ${generation.id}`);
    await tx.query(`alter schema ${LIVE_SCHEMA} rename to ${schemaOf(live.id, 'retired')}`);
    await tx.query(`alter schema ${schemaOf(generation.id, 'building')} rename to ${LIVE_SCHEMA}`);
    await notify(tx, { position: generation.position, owners: '*', changesEarlierRows: true });
    return true;
  });
}

/**
 * Declares the live views stale if `generation` is still the live one: they are no longer read or written, and any
 * rebuild from the beginning of the log may replace them. Rebuilds that were started before are given up. The rows stay
 * until the views are replaced.
 */
export async function declareStale(pool: pg.Pool, { id }: Generation): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [DDL_LOCK]);
    const { rowCount } = await tx.query(
      `update projection.generation
       set is_stale = true, position = 0, first_position = null, first_id = null, last_position = null, last_id = null
       where id = $1 and state = 'live'`,
      [id],
    );
    if (rowCount === 0) return;
    await tx.query(`update projection.generation set state = 'retired' where state = 'building'`);
    await notify(tx, { position: 0n, owners: '*', changesEarlierRows: true });
  });
}

/** Drops a generation that nobody reads any more. */
export async function dropGeneration(pool: pg.Pool, id: number): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [DDL_LOCK]);
    await tx.query(`drop schema if exists ${schemaOf(id, 'retired')} cascade`);
    await tx.query(`delete from projection.generation where id = $1 and state <> 'live'`, [id]);
  });
}

/** Drops what earlier rebuilds left behind: retired views, scratch views and unfinished rebuilds for another digest. */
export async function dropLeftOvers(pool: pg.Pool, digest: string): Promise<void> {
  const { rows } = await pool.query<{ id: number }>(
    `select id from projection.generation
     where state = 'retired'
        or (state = 'scratch' and created_at < now() - interval '1 day')
        or (state = 'building' and digest <> $1)`,
    [digest],
  );
  for (const { id } of rows) await dropGeneration(pool, id);
}
