import type { AccountId } from '@anecdotes/contracts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ViewsDatabase } from '../db/database.ts';
import { countMatching, type HitCount, hitCount, MAX_COUNTED } from './count.ts';
import { matching, orderOf } from './filtering.ts';
import { inOrderOfTime } from './in-order-of-time.ts';
import type { AnecdoteFilter, Sorting } from './parameters.ts';
import type { ViewRow } from './table.ts';
import { viewColumns } from './view.ts';

type Wanted = {
  readonly sorting: Sorting;
  readonly limit: number;
  readonly offset?: number;
  /** A further condition, which does not matter for the number. */
  readonly where?: RawBuilder<SqlBool> | undefined;
};

/** Some of the anecdotes of `owner` that a search finds, in order, and how many it finds. */
export async function foundPage(
  db: ViewsDatabase,
  owner: AccountId,
  filter: AnecdoteFilter,
  { sorting, limit, offset = 0, where }: Wanted,
): Promise<{ rows: ViewRow[]; count: HitCount }> {
  const inOrder = sorting.by === 'timestamp' && { columns: sql`anecdote.id`, order: sorting.order, where };
  if (inOrder && where === undefined && offset + limit <= MAX_COUNTED + 1) {
    // What is counted has the page in it.
    const found = await idsOf(db, inOrderOfTime(owner, filter, { ...inOrder, limit: MAX_COUNTED + 1 }));
    const rows = await rowsOf(db, found.slice(offset, offset + limit), sorting);
    return { rows, count: hitCount(found.length) };
  }
  const ids = inOrder
    ? idsOf(db, inOrderOfTime(owner, filter, { ...inOrder, limit, offset }))
    : db
        .selectFrom('anecdote')
        .select('anecdote.id')
        .where(matching(owner, filter))
        .where(where ?? sql<SqlBool>`true`)
        .orderBy(orderOf(sorting))
        .limit(limit)
        .offset(offset)
        .execute()
        .then((found) => found.map(({ id }) => id));
  const [rows, count] = await Promise.all([
    ids.then((found) => rowsOf(db, found, sorting)),
    countMatching(db, owner, filter),
  ]);
  return { rows, count };
}

async function idsOf(db: ViewsDatabase, query: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${query}`.execute(db);
  return rows.map(({ id }) => id);
}

function rowsOf(db: ViewsDatabase, ids: readonly string[], sorting: Sorting): Promise<ViewRow[]> {
  return db
    .selectFrom('anecdote')
    .select(viewColumns)
    .where(sql<SqlBool>`anecdote.id = any(${[...ids]}::uuid[])`)
    .orderBy(orderOf(sorting))
    .execute();
}
