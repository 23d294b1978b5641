import {
  type AccountId,
  type AnecdoteCursorPage,
  type AnecdotePage,
  type AnecdoteView,
  type CursorParameters,
  type PageParameters,
  succeed,
} from '@anecdotes/contracts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { chainsOf } from '../connections/summaries.ts';
import type { ViewsDatabase } from '../db/database.ts';
import { fixedShape } from '../db/fixed-shape.ts';
import type { CursorPosition, Keyset } from '../keyset.ts';
import { understood } from '../words/understood.ts';
import { countMatching, type HitCount } from './count.ts';
import { countedAfter, filtersOf, pageOfCounted } from './counted-lists.ts';
import { after, matching, orderOf, sortValueOf } from './filtering.ts';
import { foundPage } from './found-page.ts';
import {
  type AnecdoteFilter,
  countedList,
  filterOf,
  isSearch,
  isUnfiltered,
  type Sorting,
  sortingOf,
} from './parameters.ts';
import type { ViewRow } from './table.ts';
import { viewColumns, viewOf } from './view.ts';

/** The anecdote `id` of `owner`, or undefined when there is none or it is somebody else's. */
export async function findAnecdote(db: ViewsDatabase, owner: AccountId, id: string): Promise<AnecdoteView | undefined> {
  const row = await db
    .selectFrom('anecdote')
    .select([...viewColumns, 'owner'])
    .where('id', '=', id)
    .modifyEnd(fixedShape)
    .executeTakeFirst();
  return row?.owner === owner ? viewOf(row, owner) : undefined;
}

/** One numbered page of the anecdotes of `owner`. */
export async function listAnecdotesPage(
  db: ViewsDatabase,
  owner: AccountId,
  parameters: PageParameters,
): Promise<AnecdotePage> {
  const { page, page_size } = parameters;
  const sorting = sortingOf(parameters);
  const offset = (page - 1) * page_size;
  const filter = await understood(db, owner, filterOf(parameters));
  const list = countedList(filter, sorting);
  const { rows, count, chains, filters } = list
    ? await pageOfCounted(db, owner, list, { sorting, shown: page_size, offset })
    : await pageOfFiltered(db, owner, filter, { sorting, shown: page_size, offset });
  const { totalCount: totalItems, ...capped } = count;
  const totalPages = Math.ceil(totalItems / page_size);
  return {
    ...succeed(rows.slice(0, page_size).map((row) => viewOf(row, owner))),
    pagination: {
      currentPage: page,
      pageSize: page_size,
      totalItems,
      totalPages,
      hasNextPage: rows.length > page_size,
      hasPreviousPage: page > 1 && totalPages > 0,
      ...capped,
    },
    filters,
    chains,
  };
}

/** As `pageOfCounted`, of those that pass `filter`. */
async function pageOfFiltered(
  db: ViewsDatabase,
  owner: AccountId,
  filter: AnecdoteFilter,
  { sorting, shown, offset }: { sorting: Sorting; shown: number; offset: number },
) {
  const wanted = { sorting, limit: shown + 1, offset };
  const read = (isSearch(filter) ? foundPage : filteredPage)(db, owner, filter, wanted);
  const withChains = read.then(async (found) => ({
    ...found,
    chains: await chainsOf(db, owner, found.rows.slice(0, shown)),
  }));
  const [page, filters] = await Promise.all([withChains, filtersOf(db, owner)]);
  return { ...page, filters };
}

/** A page of those that pass `filter`, and how many pass where that is not the whole journal. */
async function filteredPage(
  db: ViewsDatabase,
  owner: AccountId,
  filter: AnecdoteFilter,
  { sorting, limit, offset }: { sorting: Sorting; limit: number; offset: number },
): Promise<{ rows: ViewRow[]; count: HitCount }> {
  const order = orderOf(sorting);
  // Deep pages step over many rows: over their ids in an index, not over the rows themselves.
  const ids = db
    .selectFrom('anecdote')
    .select('anecdote.id')
    .where(matching(owner, filter))
    .orderBy(order)
    .limit(limit)
    .offset(offset);
  const rows = db
    .selectFrom('anecdote')
    .select(viewColumns)
    .where(sql<boolean>`anecdote.id = any(array(${ids}))`)
    .orderBy(order)
    .execute();
  const [found, count] = await Promise.all([rows, countMatching(db, owner, filter)]);
  return { rows: found, count };
}

/** The anecdotes of `owner` behind a cursor. */
export async function listAnecdotesAfter(
  db: ViewsDatabase,
  keyset: Keyset,
  owner: AccountId,
  parameters: CursorParameters,
): Promise<AnecdoteCursorPage> {
  const { limit, cursor } = parameters;
  const asked = filterOf(parameters);
  const sorting = sortingOf(parameters);
  const bound = [owner, 'anecdotes', asked, sorting];
  const position = cursor === undefined ? undefined : keyset.decodeCursor(bound, cursor, 2);
  const filter = await understood(db, owner, asked);
  const list = countedList(filter, sorting);
  const { rows, count, chains } = list
    ? await countedAfter(db, owner, list, { sorting, shown: limit, position })
    : await filteredAfter(db, owner, filter, { sorting, shown: limit, position });
  const shown = rows.slice(0, limit);
  const last: ViewRow | undefined = shown.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return {
    ...succeed(shown.map((row) => viewOf(row, owner))),
    pagination: {
      nextCursor: hasMore ? keyset.encodeCursor(bound, [sortValueOf(last, sorting.by), last.id]) : null,
      hasMore,
      ...count,
    },
    chains,
  };
}

/** As `countedAfter`, of those that pass `filter`. */
async function filteredAfter(
  db: ViewsDatabase,
  owner: AccountId,
  filter: AnecdoteFilter,
  { sorting, shown, position }: { sorting: Sorting; shown: number; position: CursorPosition | undefined },
) {
  const where = position === undefined ? undefined : after(sorting, position);
  const wanted = { sorting, limit: shown + 1, where };
  const { rows, count } = await (isSearch(filter) ? foundPage : rowsAfter)(db, owner, filter, wanted);
  return { rows, count, chains: await chainsOf(db, owner, rows.slice(0, shown)) };
}

async function rowsAfter(
  db: ViewsDatabase,
  owner: AccountId,
  filter: AnecdoteFilter,
  { sorting, limit, where }: { sorting: Sorting; limit: number; where: RawBuilder<SqlBool> | undefined },
): Promise<{ rows: ViewRow[]; count: HitCount }> {
  let query = db.selectFrom('anecdote').select(viewColumns).where(matching(owner, filter));
  if (where !== undefined) query = query.where(where);
  const read = query.orderBy(orderOf(sorting)).limit(limit).execute();
  const [rows, count] = await Promise.all([read, countMatching(db, owner, filter)]);
  return { rows, count };
}

/** How many anecdotes of `owner` pass `filter`, of a search up to `most`; of the whole journal a counter tells. */
export async function countOf(
  db: ViewsDatabase,
  owner: AccountId,
  filter: AnecdoteFilter,
  most?: number,
): Promise<HitCount> {
  if (!isUnfiltered(filter)) return countMatching(db, owner, filter, most);
  const journal = await db
    .selectFrom('journal')
    .select('count')
    .where('owner', '=', owner)
    .modifyEnd(fixedShape)
    .executeTakeFirst();
  return { totalCount: journal?.count ?? 0 };
}
