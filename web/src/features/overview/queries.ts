import type { Statistics, Success } from '@anecdotes/contracts';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../../lib/api.ts';
import { keptOnDevice } from '../../lib/local-cache.ts';
import { journalKey } from '../../lib/query-client.ts';

/** The dashboard's figures. */
export function statisticsQuery() {
  return queryOptions({
    queryKey: [...journalKey, 'statistics'],
    queryFn: ({ signal }) => read<Success<Statistics>>('/statistics', { signal }).then((answer) => answer.data),
    ...keptOnDevice,
  });
}
