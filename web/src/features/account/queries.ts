import type { Session, Success } from '@anecdotes/contracts';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../../lib/api.ts';

/** Where the person is signed in, newest first. */
export function sessionsQuery() {
  return queryOptions({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => read<Success<Session[]>>('/auth/sessions', { signal }).then((answer) => answer.data),
    staleTime: 0,
  });
}
