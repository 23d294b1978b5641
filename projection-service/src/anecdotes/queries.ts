import {
  type AccountId,
  type AnecdoteCursorPage,
  type AnecdotePage,
  type AnecdoteView,
  type CursorParameters,
  type PageParameters,
  succeed,
} from '@anecdotes/contracts';
import { sql } from 'kysely';
import { chainsOf } from '../connections/summaries.ts';
import type { ViewsDatabase } from '../db/database.ts';
import { fixedShape } from '../db/fixed-shape.ts';
import type { Keyset } from '../keyset.ts';
import { understood } from '../words/understood.ts';
import { countMatching, type HitCount } from './count.ts';
import { after, matching, orderOf, sortValueOf } from './filtering.ts';
import { type AnecdoteFilter, filterOf, isUnfiltered, sortingOf } from './parameters.ts';
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
  const order = orderOf(sortingOf(parameters));
  // Deep pages step over many rows: over their ids in an index, not over the rows themselves.
  const ids = db
    .selectFrom('anecdote')
    .select('anecdote.id')
    .where(matching(owner, filter))
    .orderBy(order)
    .limit(page_size + 1)
    .offset((page - 1) * page_size);
  const rows = db
    .selectFrom('anecdote')
    .select(viewColumns)
    .where(sql<boolean>`anecdote.id = any(array(${ids}))`)
    .orderBy(order)
    .$if(isUnfiltered(filter), (unfiltered) => unfiltered.modifyEnd(fixedShape))
    .execute();
  const count = isUnfiltered(filter) ? undefined : countMatching(db, owner, filter);
  const read = rows.then(async (found) => ({ found, chains: await chainsOf(db, owner, found.slice(0, page_size)) }));
  const [{ found, chains }, journal, counted] = await Promise.all([read, overviewOf(db, owner), count]);
  const { totalCount: totalItems, ...capped } = counted ?? { totalCount: journal.total };
  const totalPages = Math.ceil(totalItems / page_size);
  const shown = found.slice(0, page_size);
  return {
    ...succeed(shown.map((row) => viewOf(row, owner))),
    pagination: {
      currentPage: page,
      pageSize: page_size,
      totalItems,
      totalPages,
      hasNextPage: found.length > page_size,
      hasPreviousPage: page > 1 && totalPages > 0,
      ...capped,
    },
    filters: journal.filters,
    chains,
  };
}

/** The anecdotes of `owner` behind a cursor. */
export async function listAnecdotesAfter(
  db: ViewsDatabase,
  keyset: Keyset,
  owner: AccountId,
  parameters: CursorParameters,
): Promise<AnecdoteCursorPage> {
  const { limit, cursor } = parameters;
  const filter = await understood(db, owner, filterOf(parameters));
  const sorting = sortingOf(parameters);
  const list = [owner, 'anecdotes', filter, sorting];
  const order = orderOf(sorting);
  let query = db.selectFrom('anecdote').select(viewColumns).where(matching(owner, filter));
  if (cursor !== undefined) query = query.where(after(sorting, keyset.decodeCursor(list, cursor, 2)));
  const rows = query
    .orderBy(order)
    .limit(limit + 1)
    .$if(isUnfiltered(filter), (unfiltered) => unfiltered.modifyEnd(fixedShape))
    .execute();
  const found = rows.then(async (some) => ({ some, chains: await chainsOf(db, owner, some.slice(0, limit)) }));
  const [{ some, chains }, count] = await Promise.all([found, countOf(db, owner, filter)]);
  const shown = some.slice(0, limit);
  const last: ViewRow | undefined = shown.at(-1);
  const hasMore = some.length > limit && last !== undefined;
  return {
    ...succeed(shown.map((row) => viewOf(row, owner))),
    pagination: {
      nextCursor: hasMore ? keyset.encodeCursor(list, [sortValueOf(last, sorting.by), last.id]) : null,
      hasMore,
      ...count,
    },
    chains,
  };
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
