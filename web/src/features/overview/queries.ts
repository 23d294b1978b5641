import type { Statistics, Success } from '@anecdotes/contracts';
import { queryOptions } from '@tanstack/react-query';
import { keyAt } from '../../anecdote/query-keys.ts';
import { read } from '../../lib/api.ts';
import { keptOnDevice } from '../../lib/local-cache.ts';
import { journalKey } from '../../lib/query-client.ts';

/** The dashboard's figures. */
export function statisticsQuery(as_of?: string) {
  return queryOptions({
    queryKey: keyAt(as_of, [...journalKey, 'statistics']),
    queryFn: ({ signal }) =>
      read<Success<Statistics>>('/statistics', { query: { as_of }, signal }).then((answer) => answer.data),
    ...(as_of === undefined && keptOnDevice),
  });
}
