import { type AccountId, limits, parseSearch } from '@anecdotes/contracts';
import { countHits } from '../anecdotes/count.ts';
import type { AnecdoteFilter } from '../anecdotes/parameters.ts';
import type { ViewsDatabase } from '../db/database.ts';
import { similarQueriesOf } from '../words/queries.ts';
import { understood } from '../words/understood.ts';

/** How many similar queries are tried. */
const MAX_TRIED = 2 * limits.suggestions;

/**
 * Queries that `text`, the search of `filter`, may have meant, nearest first. Each is tried, and finds something that
 * passes the rest of `filter`: known words need not occur in the same anecdote.
 */
export async function suggestions(
  db: ViewsDatabase,
  owner: AccountId,
  text: string,
  filter: AnecdoteFilter,
): Promise<string[]> {
  const similar = await similarQueriesOf(db, owner, text, filter.search.query);
  const tried = similar.slice(0, MAX_TRIED).map(async (words) => {
    const search = { ...filter.search, query: parseSearch(words) };
    const { totalCount } = await countHits(db, owner, await understood(db, owner, { ...filter, search }), 1);
    return totalCount > 0 ? words : [];
  });
  return (await Promise.all(tried)).flat().slice(0, limits.suggestions);
}
