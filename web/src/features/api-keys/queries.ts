import type { ApiKey, Success } from '@anecdotes/contracts';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../../lib/api.ts';

export const apiKeysKey = ['api-keys'] as const;

/** The person's API keys, newest first. */
export function apiKeysQuery() {
  return queryOptions({ queryKey: apiKeysKey, queryFn: ({ signal }) => loadApiKeys(signal), staleTime: 0 });
}

/** Loads the same keys directly, without the query cache. */
export async function loadApiKeys(signal?: AbortSignal): Promise<ApiKey[]> {
  return (await read<Success<ApiKey[]>>('/api-keys', { ...(signal && { signal }) })).data;
}
