import type { RelatedAnecdotes } from '@anecdotes/contracts';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { readData } from '../lib/api.ts';
import { journalKey } from '../lib/query-client.ts';

const SUGGESTIONS = 5;

/** The id of a saved anecdote, or the content of an unsaved one: text, tags, time (unless it is now) and place. */
export type RelatedTo = { of: string } | { text: string; tags: string; at?: string; near?: string };

/** The anecdotes that `to` may continue, likeliest first, with the reasons; sends no request without `to`. */
export function relatedQuery(to: RelatedTo | undefined) {
  return queryOptions({
    queryKey: [...journalKey, 'related', to],
    queryFn:
      to === undefined
        ? skipToken
        : async ({ signal }) => {
            const query = { ...to, limit: SUGGESTIONS };
            return readData<RelatedAnecdotes>('/anecdotes/related', { query, signal });
          },
  });
}
