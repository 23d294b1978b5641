import type { SearchPage } from '@anecdotes/contracts';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../../lib/api.ts';
import { journalKey } from '../../lib/query-client.ts';

const HITS = 8;

/** The anecdotes that match `query` best. What was searched for is forgotten as soon as it is not shown. */
export function hitsQuery(query: string) {
  return queryOptions({
    queryKey: [...journalKey, 'palette', query],
    queryFn: ({ signal }) =>
      read<SearchPage>('/anecdotes/search', { query: { query, limit: HITS }, signal }).then(({ data }) =>
        data.map(({ anecdote }) => anecdote),
      ),
    enabled: query !== '',
    gcTime: 0,
  });
}
