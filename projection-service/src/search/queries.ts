import {
  type AccountId,
  type AutocompleteParameters,
  foldText,
  highlightsOf,
  matcherOf,
  Problem,
  parseSearch,
  type SearchPage,
  type SearchParameters,
  succeed,
  type TermMatcher,
} from '@anecdotes/contracts';
import { sql } from 'kysely';
import { countHits, type HitCount, hitCount, MAX_COUNTED } from '../anecdotes/count.ts';
import { filteredList } from '../anecdotes/filtered-list.ts';
import { after } from '../anecdotes/filtering.ts';
import { inOrderOfTime } from '../anecdotes/in-order-of-time.ts';
import { type AnecdoteFilter, filterOf, type SortField } from '../anecdotes/parameters.ts';
import { searchFor } from '../anecdotes/searched.ts';
import type { ViewRow } from '../anecdotes/table.ts';
import { viewColumnList, viewOf } from '../anecdotes/view.ts';
import { chainsOf } from '../connections/summaries.ts';
import type { ViewsDatabase } from '../db/database.ts';
import { viewTable } from '../db/view-table.ts';
import { type CursorPosition, type Keyset, pageOf } from '../keyset.ts';
import { wordsBeginningWith } from '../words/queries.ts';
import { understood } from '../words/understood.ts';
import { afterHit, hitOrder, relevance } from './ranking.ts';
import { suggestions } from './suggestions.ts';

/** If there are fewer hits than this, or a typing mistake was corrected, similar known words are suggested. */
const FEW_HITS = 3;

/**
 * One page of what `owner` finds for a query, the best first. If there are more than `MAX_COUNTED` hits, the newest are
 * ranked. Throws the problems EMPTY_SEARCH and INVALID_CURSOR.
 */
export async function search(
  db: ViewsDatabase,
  keyset: Keyset,
  owner: AccountId,
  parameters: SearchParameters,
): Promise<SearchPage> {
  const { limit, cursor, search_fields: fields, sort_by: by, sort_order: order } = parameters;
  const text = parameters.query ?? '';
  const query = parseSearch(text);
  if (query.length === 0) throw new Problem('EMPTY_SEARCH', { fields: { query: 'Search query cannot be empty' } });
  const { search: _, ...narrowed } = filterOf(parameters);
  const list = [owner, 'search', query, parameters.time_zone, [...fields].sort(), by, order, narrowed];
  const behind = cursor === undefined ? undefined : keyset.decodeCursor(list, cursor, 3);

  const asked: AnecdoteFilter = { ...narrowed, search: { ...searchFor(query, parameters.time_zone), fields } };
  const filter = await understood(db, owner, asked);
  const { meanings } = filter.search;
  const matchers = query.flatMap((term) => (term.isExcluded ? [] : (matcherOf(term, fields, meanings) ?? [])));
  const wanted = { filter, matchers, order, behind, limit: limit + 1 };
  const suggest = () => suggestions(db, owner, text, asked);
  const [{ hits, ...count }, early] = await Promise.all([
    by === 'relevance' ? rankedHits(db, owner, wanted) : orderedHits(db, owner, { ...wanted, by }),
    meanings.size > 0 ? suggest() : undefined,
  ]);

  const cursorAfter = (last: Hit) => keyset.encodeCursor(list, [last.score, sortTime(last, by), last.id]);
  const { shown, pagination } = pageOf(hits, limit, cursorAfter);
  const [suggested, chains] = await Promise.all([
    early ?? (count.totalCount < FEW_HITS ? suggest() : []),
    chainsOf(db, owner, shown),
  ]);
  return {
    ...succeed(
      shown.map((row) => ({
        anecdote: viewOf(row, owner),
        highlights: highlightsOf(row, query, fields, meanings),
        relevanceScore: row.score / Math.max(1, matchers.length),
      })),
    ),
    pagination: { ...pagination, ...count },
    suggestions: suggested,
    chains,
  };
}

/** Known tags and words that begin like the text; none for a blank text. */
export async function autocomplete(
  db: ViewsDatabase,
  owner: AccountId,
  { q, limit }: AutocompleteParameters,
): Promise<string[]> {
  const prefix = foldText(q ?? '').trim();
  return prefix === '' ? [] : wordsBeginningWith(db, owner, prefix, limit);
}

type Hits = {
  readonly filter: AnecdoteFilter;
  readonly matchers: readonly TermMatcher[];
  readonly order: SearchParameters['sort_order'];
  readonly behind: CursorPosition | undefined;
  readonly limit: number;
};
type Hit = ViewRow & { score: number };
type FoundHits = { hits: Hit[] } & HitCount;

const anecdotes = viewTable('anecdote');

/**
 * Hits by their relevance, with their number: the newest hits are rated, and only those of the page are read
 * completely.
 */
async function rankedHits(
  db: ViewsDatabase,
  owner: AccountId,
  { filter, matchers, order, behind, limit }: Hits,
): Promise<FoundHits> {
  const columns = sql`anecdote.id, anecdote.at, ${relevance(matchers)} as score`;
  const { rows } = await sql<Hit & { total: number }>`
    with rated as materialized (${inOrderOfTime(owner, filter, { columns, limit: MAX_COUNTED + 1 })}),
    page as (
      select * from rated where ${behind === undefined ? sql`true` : afterHit(order, behind)}
      order by ${hitOrder(order)} limit ${limit}
    )
    select ${viewColumnList}, page.score, (select count(*)::int4 from rated) as total
    from page join ${anecdotes} as anecdote using (id) order by ${hitOrder(order)}`.execute(db);
  const [first] = rows;
  // The hits after the cursor may have been deleted; those before it still count.
  if (first === undefined && behind !== undefined) return { hits: [], ...(await countHits(db, owner, filter)) };
  return { hits: rows, ...hitCount(first?.total ?? 0) };
}

/** Hits in the order of a time, with their number. */
async function orderedHits(
  db: ViewsDatabase,
  owner: AccountId,
  { filter, matchers, by, order, behind, limit }: Hits & { by: SortField },
): Promise<FoundHits> {
  const sorting = { by, order };
  const where = behind && after(sorting, behind.slice(1));
  const { rows, count } = await filteredList(db, owner, filter, { sorting, limit, where });
  const scores = await scoresOf(db, rows, matchers);
  return { hits: rows.map((row) => ({ ...row, score: scores.get(row.id) ?? 0 })), ...count };
}

async function scoresOf(
  db: ViewsDatabase,
  hits: readonly ViewRow[],
  matchers: readonly TermMatcher[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; score: number }>`
    select id, ${relevance(matchers)} as score from ${anecdotes} as anecdote
    where id = any(${hits.map(({ id }) => id)}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, score }) => [id, score]));
}

function sortTime(row: ViewRow, by: SearchParameters['sort_by']): string {
  const time = { relevance: row.at, timestamp: row.at, created_at: row.created_at, updated_at: row.updated_at }[by];
  return time.toISOString();
}
