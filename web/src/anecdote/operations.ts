import type { OperationView } from '@anecdotes/contracts';
import { queryOptions } from '@tanstack/react-query';
import { readData } from '../lib/api.ts';
import { journalKey } from '../lib/query-client.ts';

/** The polling interval while an operation runs, in milliseconds. */
export const FOLLOW_MS = 1_000;

/**
 * The person's last operations, newest first; polled while one of them runs, and read again when the person returns to
 * the tab: no event tells that another tab or device cancelled a paused one.
 */
export function operationsQuery() {
  return queryOptions({
    queryKey: [...journalKey, 'operations'],
    queryFn: ({ signal }) => readData<OperationView[]>('/operations', { signal }),
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'running') ? FOLLOW_MS : false),
  });
}
