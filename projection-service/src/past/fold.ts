import { type AccountId, type AnecdoteId, type HistoryType, type Position, streams } from '@anecdotes/contracts';
import type { EventKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import { inTransaction } from '@anecdotes/contracts/server/postgres/transaction';
import type pg from 'pg';
import { anecdoteProjector } from '../anecdotes/projector.ts';
import { anecdoteTable } from '../anecdotes/table.ts';
import { chainProjector } from '../chains/projector.ts';
import type { EventSource } from '../event-source.ts';
import { mapProjector } from '../map/projector.ts';
import { type Opened, openAll, writeRows } from '../projection/batch.ts';
import { LIVE_SCHEMA } from '../projection/generation.ts';
import { derivedOf, facetsOf, tablesOf } from '../projection/projector.ts';
import { columnList } from '../projection/statements.ts';
import { type Columns, countStatement, createStatement } from '../projection/table.ts';
import { statisticsProjector } from '../statistics/projector.ts';
import { tagProjector } from '../tags/projector.ts';
import { wordUses } from '../words/table.ts';
import { PAST_SCHEMA, pastTables } from './tables.ts';
import { setWordsAside } from './words.ts';

const projectors = [anecdoteProjector, chainProjector, tagProjector, statisticsProjector, mapProjector] as const;
/** Each of these events has the whole content, so that only the last one counts. */
const superseded: HistoryType[] = ['AnecdoteEdited'];
/** How many streams are read together. */
const STREAMS = 300;
const FOLD_WITHIN_MS = 60_000;

/** The log with the keys that open its events. */
export type PastLog = { readonly source: Pick<EventSource, 'readStreams'>; readonly keys: EventKeys };

/**
 * Makes the journal of `account` as it was at `position` in temporary tables of the only connection of `pool`.
 * Anecdotes that have not changed since are copied from the live views, the others are folded from the log by the same
 * projectors. The words of the others are only made by `makeWords`, when a question needs them.
 */
export async function foldJournal(
  pool: pg.Pool,
  { source, keys }: PastLog,
  account: AccountId,
  position: Position,
): Promise<void> {
  const signal = AbortSignal.timeout(FOLD_WITHIN_MS);
  const changed = await copyUnchanged(pool, account, position);
  const readFrom = async (first: number) => {
    const names = changed.slice(first, first + STREAMS).map((id) => streams.anecdote(id));
    const stored = names.length === 0 ? [] : await source.readStreams(names, { until: position, superseded, signal });
    return upToUnreadable(await openAll(stored, keys));
  };
  let ahead = readFrom(0);
  for (let first = 0; first < changed.length; first += STREAMS) {
    const readable = await ahead;
    ahead = readFrom(first + STREAMS);
    // Its failure is thrown when it is awaited.
    ahead.catch(() => {});
    await inTransaction(pool, (tx) => writeRows(tx, pastTables, projectors, readable));
  }
  await finish(pool);
}

/** Copies the anecdotes that have not changed since; returns the ids of the others that existed at that position. */
function copyUnchanged(pool: pg.Pool, account: AccountId, position: Position): Promise<AnecdoteId[]> {
  return inTransaction(pool, async (tx) => {
    // One snapshot for both states, then and now; rows are found by the index of their account or anecdote.
    await tx.query('set transaction isolation level repeatable read');
    await tx.query('set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off');
    await tx.query([...tablesOf(projectors), wordUses].map((table) => createStatement(table, PAST_SCHEMA)).join('\n'));
    await tx.query(`create table ${PAST_SCHEMA}.existing (id uuid primary key, revision int4 not null)`);
    await tx.query(
      `insert into ${PAST_SCHEMA}.existing
       select about, max(revision) from ${LIVE_SCHEMA}.history
       where account = $1 and position <= $2 and (type like 'Anecdote%' or type like 'SameHere%')
         and type <> 'AnecdoteErased'
       group by about
       having max(revision) filter (where type in ('AnecdoteCreated', 'AnecdoteRestored'))
         > coalesce(max(revision) filter (where type = 'AnecdoteDeleted'), -1)`,
      [account, position],
    );
    await tx.query(`analyze ${PAST_SCHEMA}.existing`);
    await copy(
      tx,
      anecdoteTable,
      `join ${PAST_SCHEMA}.existing on existing.id = live.id and existing.revision = live.revision`,
    );
    await tx.query(`analyze ${PAST_SCHEMA}.anecdote`);
    for (const facet of [...facetsOf(projectors), wordUses]) {
      await copy(tx, facet, `join ${PAST_SCHEMA}.anecdote on anecdote.id = live.anecdote`);
    }
    await setWordsAside(tx);
    const { rows } = await tx.query<{ id: AnecdoteId }>(
      `select id from ${PAST_SCHEMA}.existing where not exists (
         select from ${PAST_SCHEMA}.anecdote where anecdote.id = existing.id) order by id`,
    );
    return rows.map(({ id }) => id);
  });
}

async function copy(tx: pg.ClientBase, { name, columns }: { name: string; columns: Columns }, join: string) {
  const own = Object.keys(columns).map((column) => `live."${column}"`);
  await tx.query(
    `insert into ${PAST_SCHEMA}.${name} (${columnList(columns)})
     select ${own.join(', ')} from ${LIVE_SCHEMA}.${name} live ${join}`,
  );
}

/**
 * Leaves out each event that cannot be read and the later events of its stream: the live views do not show these
 * either.
 */
function upToUnreadable(events: readonly Opened[]): Opened[] {
  const stuck = new Set<string>();
  return events.filter(({ stored, event }) => {
    if (typeof event === 'object' && 'unreadable' in event) stuck.add(stored.stream);
    return !stuck.has(stored.stream);
  });
}

/** Fills counters and chains, and creates the indexes that a journal of this size needs. */
async function finish(pool: pg.Pool): Promise<void> {
  const counts = facetsOf(projectors).flatMap((facet) =>
    facet.counters.map((counter) => countStatement(facet, counter, PAST_SCHEMA)),
  );
  const tables = tablesOf(projectors).map(({ name }) => `${PAST_SCHEMA}.${name}`);
  await pool.query(
    [
      ...counts,
      ...tablesOf(projectors).map((table) => table.indexes(PAST_SCHEMA)),
      `analyze ${tables.join(', ')};`,
      ...derivedOf(projectors).map((table) => `${table.fill(PAST_SCHEMA)} analyze ${PAST_SCHEMA}.${table.name};`),
    ].join('\n'),
  );
}
