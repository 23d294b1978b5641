import type { Statistics } from '@anecdotes/contracts';
import { queryOptions } from '@tanstack/react-query';
import { keyAt } from '../../anecdote/query-keys.ts';
import { readData } from '../../lib/api.ts';
import { keptOnDevice } from '../../lib/local-cache.ts';
import { journalKey } from '../../lib/query-client.ts';

/** The dashboard's figures. */
export function statisticsQuery(as_of?: string) {
  return queryOptions({
    queryKey: keyAt(as_of, [...journalKey, 'statistics']),
    queryFn: ({ signal }) => readData<Statistics>('/statistics', { query: { as_of }, signal }),
    ...(as_of === undefined && keptOnDevice),
  });
}
