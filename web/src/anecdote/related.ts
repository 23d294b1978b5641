import type { RelatedAnecdotes, Success } from '@anecdotes/contracts';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../lib/api.ts';
import { journalKey } from '../lib/query-client.ts';

const SUGGESTIONS = 5;

/** What the anecdote `of` may continue, the likeliest first, each with why it looks related. */
export function relatedQuery(of: string) {
  return queryOptions({
    queryKey: [...journalKey, 'related', of],
    queryFn: async ({ signal }) => {
      const query = { of, limit: SUGGESTIONS };
      return (await read<Success<RelatedAnecdotes>>('/anecdotes/related', { query, signal })).data;
    },
  });
}
