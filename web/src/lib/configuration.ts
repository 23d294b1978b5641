import type { PublicConfiguration } from '@anecdotes/contracts';
import { queryOptions } from '@tanstack/react-query';
import { readData } from './api.ts';

/** The public configuration of the service: what the app needs before log-in, and the sources of maps. */
export function configurationQuery() {
  return queryOptions({
    queryKey: ['configuration'],
    queryFn: ({ signal }) => readData<PublicConfiguration>('/config', { signal }),
  });
}
