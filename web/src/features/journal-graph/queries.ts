import type { JournalGraph } from '@anecdotes/contracts';
import { queryOptions } from '@tanstack/react-query';
import { type Filter, filterName, filterQuery, movingRangeOf } from '../../anecdote/filter.ts';
import { keyAt } from '../../anecdote/query-keys.ts';
import { readData } from '../../lib/api.ts';
import { journalKey } from '../../lib/query-client.ts';

const KEPT_MS = 5 * 60_000;

/** The anecdotes that pass `filter` and are connected to others. */
export function graphQuery(filter: Filter) {
  return queryOptions({
    queryKey: keyAt(filter.as_of, [...journalKey, 'graph', filterName(filter)]),
    queryFn: async ({ signal }) => {
      const query = filterQuery(filter, movingRangeOf(filter));
      return readData<JournalGraph>('/connections', { query, signal });
    },
    gcTime: KEPT_MS,
  });
}
