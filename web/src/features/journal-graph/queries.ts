import type { JournalGraph, Success } from '@anecdotes/contracts';
import { queryOptions } from '@tanstack/react-query';
import { dateRangeOf } from '../../anecdote/date-range.ts';
import { type Filter, filterName, filterQuery } from '../../anecdote/filter.ts';
import { read } from '../../lib/api.ts';
import { journalKey } from '../../lib/query-client.ts';

const KEPT_MS = 5 * 60_000;

/** The anecdotes that pass `filter` and are connected to others. */
export function graphQuery(filter: Filter) {
  return queryOptions({
    queryKey: [...journalKey, 'graph', filterName(filter)],
    queryFn: async ({ signal }) => {
      const query = filterQuery(filter, dateRangeOf(filter.period));
      return (await read<Success<JournalGraph>>('/connections', { query, signal })).data;
    },
    gcTime: KEPT_MS,
  });
}
