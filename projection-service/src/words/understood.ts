import type { AccountId } from '@anecdotes/contracts';
import type { AnecdoteFilter } from '../anecdotes/parameters.ts';
import type { ViewsDatabase } from '../db/database.ts';
import { meaningsOf } from './queries.ts';

/** `filter` with what the words of its search may have been meant to be in the journal of `owner`. */
export async function understood(db: ViewsDatabase, owner: AccountId, filter: AnecdoteFilter): Promise<AnecdoteFilter> {
  const { search } = filter;
  return { ...filter, search: { ...search, meanings: await meaningsOf(db, owner, search.query) } };
}
