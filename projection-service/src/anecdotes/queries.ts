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
import type { Keyset } from '../keyset.ts';
import { understood } from '../words/understood.ts';
import { countMatching, type HitCount } from './count.ts';
import { after, matching, orderOf, sortValueOf } from './filtering.ts';
import { foundPage } from './found-page.ts';
import { type AnecdoteFilter, filterOf, isSearch, isUnfiltered, type Sorting, sortingOf } from './parameters.ts';
import type { ViewRow } from './table.ts';
import { viewColumns, viewOf } from './view.ts';

const MAX_AVAILABLE_TAGS = 100;

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
  const filter = await understood(db, owner, filterOf(parameters));
  const wanted = { sorting: sortingOf(parameters), limit: page_size + 1, offset: (page - 1) * page_size };
  const read = (isSearch(filter) ? foundPage : filteredPage)(db, owner, filter, wanted);
  const withChains = read.then(async (found) => ({
    ...found,
    chains: await chainsOf(db, owner, found.rows.slice(0, page_size)),
  }));
  const [{ rows, count, chains }, journal] = await Promise.all([withChains, overviewOf(db, owner)]);
  const { totalCount: totalItems, ...capped } = count ?? { totalCount: journal.total };
  const totalPages = Math.ceil(totalItems / page_size);
  const shown = rows.slice(0, page_size);
  return {
    ...succeed(shown.map((row) => viewOf(row, owner))),
    pagination: {
      currentPage: page,
      pageSize: page_size,
      totalItems,
      totalPages,
      hasNextPage: rows.length > page_size,
      hasPreviousPage: page > 1 && totalPages > 0,
      ...capped,
    },
    filters: journal.filters,
    chains,
  };
}

/** A page of those that pass `filter`, and how many pass where that is not the whole journal. */
async function filteredPage(
  db: ViewsDatabase,
  owner: AccountId,
  filter: AnecdoteFilter,
  { sorting, limit, offset }: { sorting: Sorting; limit: number; offset: number },
): Promise<{ rows: ViewRow[]; count: HitCount | undefined }> {
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
    .$if(isUnfiltered(filter), (unfiltered) => unfiltered.modifyEnd(fixedShape))
    .execute();
  const counted = isUnfiltered(filter) ? undefined : countMatching(db, owner, filter);
  const [found, count] = await Promise.all([rows, counted]);
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
  const list = [owner, 'anecdotes', asked, sorting];
  const where = cursor === undefined ? undefined : after(sorting, keyset.decodeCursor(list, cursor, 2));
  const filter = await understood(db, owner, asked);
  const wanted = { sorting, limit: limit + 1, where };
  const { rows, count } = await (isSearch(filter) ? foundPage : filteredAfter)(db, owner, filter, wanted);
  const shown = rows.slice(0, limit);
  const last: ViewRow | undefined = shown.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return {
    ...succeed(shown.map((row) => viewOf(row, owner))),
    pagination: {
      nextCursor: hasMore ? keyset.encodeCursor(list, [sortValueOf(last, sorting.by), last.id]) : null,
      hasMore,
      ...count,
    },
    chains: await chainsOf(db, owner, shown),
  };
}

/** Those that pass `filter`, from a place on, and how many pass. */
async function filteredAfter(
  db: ViewsDatabase,
  owner: AccountId,
  filter: AnecdoteFilter,
  { sorting, limit, where }: { sorting: Sorting; limit: number; where: RawBuilder<SqlBool> | undefined },
): Promise<{ rows: ViewRow[]; count: HitCount }> {
  let query = db.selectFrom('anecdote').select(viewColumns).where(matching(owner, filter));
  if (where !== undefined) query = query.where(where);
  const read = query
    .orderBy(orderOf(sorting))
    .limit(limit)
    .$if(isUnfiltered(filter), (unfiltered) => unfiltered.modifyEnd(fixedShape))
    .execute();
  const [rows, count] = await Promise.all([read, countOf(db, owner, filter)]);
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

/** The whole journal of `owner`: its length and what it can be narrowed by, the most used tags first. */
async function overviewOf(
  db: ViewsDatabase,
  owner: AccountId,
): Promise<{ total: number; filters: AnecdotePage['filters'] }> {
  const at = (direction: 'asc' | 'desc') =>
    db.selectFrom('anecdote').select('at').where('owner', '=', owner).orderBy('at', direction).limit(1);
  const tags = db
    .selectFrom('tag')
    .select('name')
    .where('owner', '=', owner)
    .orderBy('count', 'desc')
    .orderBy('name')
    .limit(MAX_AVAILABLE_TAGS);
  const total = db.selectFrom('journal').select('count').where('owner', '=', owner);
  const overview = await db
    .selectNoFrom(() => [
      sql<number | null>`(${total})`.as('total'),
      sql<string[]>`array(${tags})`.as('names'),
      sql<Date | null>`(${at('asc')})`.as('earliest'),
      sql<Date | null>`(${at('desc')})`.as('latest'),
    ])
    .modifyEnd(fixedShape)
    .executeTakeFirstOrThrow();
  return {
    total: overview.total ?? 0,
    filters: {
      availableTags: overview.names,
      dateRange: {
        earliest: overview.earliest?.toISOString() ?? null,
        latest: overview.latest?.toISOString() ?? null,
      },
    },
  };
}
