import {
  type AccountId,
  type AutocompleteParameters,
  foldText,
  highlightsOf,
  Problem,
  parseSearch,
  type SearchPage,
  type SearchParameters,
  type Sought,
  soughtBy,
  succeed,
} from '@anecdotes/contracts';
import { expressionBuilder, sql } from 'kysely';
import { countMatching, type HitCount, hitCount, MAX_COUNTED } from '../anecdotes/count.ts';
import { matching } from '../anecdotes/filtering.ts';
import { type AnecdoteFilter, filterOf } from '../anecdotes/parameters.ts';
import { searchFor } from '../anecdotes/searched.ts';
import type { ViewRow } from '../anecdotes/table.ts';
import { viewColumns, viewOf } from '../anecdotes/view.ts';
import { chainsOf } from '../connections/summaries.ts';
import type { ViewsDatabase } from '../db/database.ts';
import type { CursorPosition, Keyset } from '../keyset.ts';
import { LIVE_SCHEMA } from '../projection/generation.ts';
import type { Views } from '../read-models.ts';
import { suggestionsOf, wordsBeginningWith } from '../words/queries.ts';
import { understood } from '../words/understood.ts';
import { afterHit, hitOrder, partsOfSearchText, relevance } from './ranking.ts';

/** With fewer hits than this, or where a mistake was forgiven, known words that look like those of the query are suggested. */
const FEW_HITS = 3;

/**
 * One page of what `owner` finds for a query, the best first. Of more than `MAX_COUNTED` hits the newest are ranked.
 * Throws EMPTY_SEARCH and INVALID_CURSOR.
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

  const search = { ...searchFor(query, parameters.time_zone), fields };
  const filter: AnecdoteFilter = await understood(db, owner, { ...narrowed, search });
  const { meanings } = filter.search;
  const sought = query.flatMap((term) => (term.isExcluded ? [] : (soughtBy(term, fields, meanings) ?? [])));
  const page = { filter, sought, sorting: { by, order }, behind, limit: limit + 1 };
  const { hits, ...count } = await (by === 'relevance' ? rankedHits : orderedHits)(db, owner, page);

  const isDoubtful = count.totalCount < FEW_HITS || meanings.size > 0;
  const shown = hits.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = hits.length > limit && last !== undefined;
  return {
    ...succeed(
      shown.map((row) => ({
        anecdote: viewOf(row, owner),
        highlights: highlightsOf(row, query, fields, meanings),
        relevanceScore: row.score / Math.max(1, sought.length),
      })),
    ),
    pagination: {
      nextCursor: hasMore ? keyset.encodeCursor(list, [last.score, sortTime(last, by), last.id]) : null,
      hasMore,
      ...count,
    },
    suggestions: isDoubtful ? await suggestionsOf(db, owner, text, query) : [],
    chains: await chainsOf(db, owner, shown),
  };
}

/** Known tags and words that begin as the text does; none for a blank one. */
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
  readonly sought: readonly Sought[];
  readonly sorting: Parameters<typeof hitOrder>[0];
  readonly behind: CursorPosition | undefined;
  readonly limit: number;
};
type Hit = ViewRow & { score: number };
type FoundHits = { hits: Hit[] } & HitCount;

const shownColumns = sql.join(viewColumns.map((column) => sql.ref(column)));
const anecdotes = sql.table(`${LIVE_SCHEMA}.anecdote`);

/** The condition under which an `anecdote` is a hit. */
function found(owner: AccountId, filter: AnecdoteFilter) {
  return matching(owner, filter)(expressionBuilder<Views, 'anecdote'>());
}

/** Hits by their relevance, with their number: the newest are found and rated, and only those of the page are read. */
async function rankedHits(
  db: ViewsDatabase,
  owner: AccountId,
  { filter, sought, sorting, behind, limit }: Hits,
): Promise<FoundHits> {
  const { rows } = await sql<Hit & { total: number }>`
    with newest as materialized (
      select id, at, ${partsOfSearchText} as parts from ${anecdotes} as anecdote
      where ${found(owner, filter)} order by at desc, id desc limit ${sql.lit(MAX_COUNTED + 1)}
    ), rated as (
      select id, at, ${relevance(sought)} as score from newest
    ), page as (
      select * from rated where ${behind === undefined ? sql`true` : afterHit(sorting, behind)}
      order by ${hitOrder(sorting)} limit ${limit}
    )
    select ${shownColumns}, page.score, (select count(*)::int4 from newest) as total
    from page join ${anecdotes} as anecdote using (id) order by ${hitOrder(sorting)}`.execute(db);
  return { hits: rows, ...hitCount(rows[0]?.total ?? 0) };
}

/** Hits in the order of a time, with their number. */
async function orderedHits(
  db: ViewsDatabase,
  owner: AccountId,
  { filter, sought, sorting, behind, limit }: Hits,
): Promise<FoundHits> {
  const ordered = sql<Hit>`
    with page as (
      select ${shownColumns}, ${partsOfSearchText} as parts from ${anecdotes} as anecdote
      where ${found(owner, filter)} and ${behind === undefined ? sql`true` : afterHit(sorting, behind)}
      order by ${hitOrder(sorting)} limit ${limit}
    )
    select anecdote.*, ${relevance(sought)} as score
    from page as anecdote order by ${hitOrder(sorting)}`.execute(db);
  const [{ rows }, count] = await Promise.all([ordered, countMatching(db, owner, filter)]);
  return { hits: rows, ...count };
}

function sortTime(row: ViewRow, by: SearchParameters['sort_by']): string {
  const time = { relevance: row.at, timestamp: row.at, created_at: row.created_at, updated_at: row.updated_at }[by];
  return time.toISOString();
}
