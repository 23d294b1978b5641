import type { MemoriesView, RandomAnecdote } from '@anecdotes/contracts';
import { queryOptions } from '@tanstack/react-query';
import { type Filter, filterQuery, movingRangeOf } from '../../anecdote/filter.ts';
import { readData } from '../../lib/api.ts';
import { isoDay, timeZone } from '../../lib/format.ts';
import { keptOnDevice } from '../../lib/local-cache.ts';
import { journalKey } from '../../lib/query-client.ts';

/** What happened on this day of earlier years, or a week and a month ago; the day is today where the person is. */
export function memoriesQuery() {
  const query = { date: isoDay(new Date()), time_zone: timeZone() };
  return queryOptions({
    queryKey: [...journalKey, 'memories', query],
    queryFn: ({ signal }) => readData<MemoriesView>('/anecdotes/memories', { query, signal }),
    ...keptOnDevice,
  });
}

/** A random anecdote that passes `filter`; null when none does. */
export function anyAnecdote(filter: Filter): Promise<RandomAnecdote> {
  const query = filterQuery(filter, movingRangeOf(filter));
  return readData<RandomAnecdote>('/anecdotes/random', { query });
}
