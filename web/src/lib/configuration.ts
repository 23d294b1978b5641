import type { PublicConfiguration, Success } from '@anecdotes/contracts';
import { queryOptions } from '@tanstack/react-query';
import { read } from './api.ts';

/** What the app must know before anyone logs in, and where maps come from. */
export function configurationQuery() {
  return queryOptions({
    queryKey: ['configuration'],
    queryFn: ({ signal }) => read<Success<PublicConfiguration>>('/config', { signal }).then((answer) => answer.data),
  });
}
