import type { AccountId } from '@anecdotes/contracts';
import type { AnecdoteFilter } from '../anecdotes/parameters.ts';
import type { ViewsDatabase } from '../db/database.ts';
import { meaningsOf } from './queries.ts';
import { wordListsFor } from './word-lists.ts';

/**
 * `filter` with what is known in the journal of `owner` about the words of its search: what those that nothing has may
 * have been meant to be, and by which words its anecdotes can be looked up.
 */
export async function understood<Filter extends Pick<AnecdoteFilter, 'search'>>(
  db: ViewsDatabase,
  owner: AccountId,
  filter: Filter,
): Promise<Filter> {
  const { search } = filter;
  const { wordLists, unknown } = await wordListsFor(db, owner, search.query);
  const meanings = await meaningsOf(db, owner, unknown);
  if (meanings.size === 0) return { ...filter, search: { ...search, wordLists } };
  const meant = await wordListsFor(db, owner, search.query, meanings);
  return { ...filter, search: { ...search, meanings, wordLists: meant.wordLists } };
}
