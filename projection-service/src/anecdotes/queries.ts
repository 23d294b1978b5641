import {
  type AccountId,
  type AnecdoteCursorPage,
  type AnecdotePage,
  type AnecdoteView,
  type CursorParameters,
  type PageParameters,
  succeed,
} from '@anecdotes/contracts';
import { chainsOf } from '../connections/summaries.ts';
import type { ViewsDatabase } from '../db/database.ts';
import { fixedShape } from '../db/fixed-shape.ts';
import { type CursorPosition, type Keyset, pageOf } from '../keyset.ts';
import { understood } from '../words/understood.ts';
import { countedAfter, filtersOf, pageOfCounted } from './counted-lists.ts';
import { filteredList } from './filtered-list.ts';
import { after, sortValueOf } from './filtering.ts';
import type { JournalTotals } from './kept-totals.ts';
import { type AnecdoteFilter, countedList, filterOf, type Sorting, sortingOf } from './parameters.ts';
import type { ViewRow } from './table.ts';
import { viewColumns, viewOf } from './view.ts';

/** The anecdote `id` of `owner`; undefined when it does not exist or belongs to another account. */
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
  totals?: JournalTotals,
): Promise<AnecdotePage> {
  const { page, page_size } = parameters;
  const sorting = sortingOf(parameters);
  const offset = (page - 1) * page_size;
  const filter = await understood(db, owner, filterOf(parameters));
  const list = countedList(filter, sorting);
  const { rows, count, chains, filters } = list
    ? await pageOfCounted(db, owner, list, { sorting, shown: page_size, offset })
    : await pageOfFiltered(db, owner, filter, { sorting, shown: page_size, offset, totals });
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

type Part = { sorting: Sorting; shown: number; totals: JournalTotals | undefined };

/** Like `pageOfCounted`, for the anecdotes that pass `filter`. */
async function pageOfFiltered(
  db: ViewsDatabase,
  owner: AccountId,
  filter: AnecdoteFilter,
  { sorting, shown, offset, totals }: Part & { offset: number },
) {
  const read = filteredList(db, owner, filter, { sorting, limit: shown + 1, offset }, totals);
  const withChains = read.then(async (found) => ({
    ...found,
    chains: await chainsOf(db, owner, found.rows.slice(0, shown)),
  }));
  const [page, filters] = await Promise.all([withChains, filtersOf(db, owner)]);
  return { ...page, filters };
}

/** The anecdotes of `owner` after a cursor. */
export async function listAnecdotesAfter(
  db: ViewsDatabase,
  keyset: Keyset,
  owner: AccountId,
  parameters: CursorParameters,
  totals?: JournalTotals,
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
    : await filteredAfter(db, owner, filter, { sorting, shown: limit, position, totals });
  const cursorAfter = (last: ViewRow) => keyset.encodeCursor(bound, [sortValueOf(last, sorting.by), last.id]);
  const { shown, pagination } = pageOf(rows, limit, cursorAfter);
  return { ...succeed(shown.map((row) => viewOf(row, owner))), pagination: { ...pagination, ...count }, chains };
}

/** Like `countedAfter`, for the anecdotes that pass `filter`. */
async function filteredAfter(
  db: ViewsDatabase,
  owner: AccountId,
  filter: AnecdoteFilter,
  { sorting, shown, position, totals }: Part & { position: CursorPosition | undefined },
) {
  const where = position === undefined ? undefined : after(sorting, position);
  const { rows, count } = await filteredList(db, owner, filter, { sorting, limit: shown + 1, where }, totals);
  return { rows, count, chains: await chainsOf(db, owner, rows.slice(0, shown)) };
}
