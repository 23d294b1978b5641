import type { RelatedAnecdotes, Success } from '@anecdotes/contracts';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { read } from '../lib/api.ts';
import { journalKey } from '../lib/query-client.ts';

const SUGGESTIONS = 5;

/** A saved anecdote, or what is known of one that is not saved yet: when it happened, unless that is now, and where. */
export type RelatedTo = { of: string } | { text: string; tags: string; at?: string; near?: string };

/** What `to` may continue, the likeliest first, each with why it looks related; asks nothing without `to`. */
export function relatedQuery(to: RelatedTo | undefined) {
  return queryOptions({
    queryKey: [...journalKey, 'related', to],
    queryFn:
      to === undefined
        ? skipToken
        : async ({ signal }) => {
            const query = { ...to, limit: SUGGESTIONS };
            return (await read<Success<RelatedAnecdotes>>('/anecdotes/related', { query, signal })).data;
          },
  });
}
