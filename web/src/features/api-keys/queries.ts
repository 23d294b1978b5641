import type { ApiKey } from '@anecdotes/contracts';
import { queryOptions } from '@tanstack/react-query';
import { readData } from '../../lib/api.ts';

export const apiKeysKey = ['api-keys'] as const;

/** The person's API keys, newest first. */
export function apiKeysQuery() {
  return queryOptions({ queryKey: apiKeysKey, queryFn: ({ signal }) => loadApiKeys(signal), staleTime: 0 });
}

/** Loads the same keys directly, without the query cache. */
export function loadApiKeys(signal?: AbortSignal): Promise<ApiKey[]> {
  return readData<ApiKey[]>('/api-keys', signal && { signal });
}
