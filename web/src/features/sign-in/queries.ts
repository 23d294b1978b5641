import type { PublicConfiguration, Success, User } from '@anecdotes/contracts';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../../lib/api.ts';
import { readStoredUser, storeUser } from '../../lib/stored-user.ts';

const SESSION_CHECK_MS = 30_000;

/** The person who is logged in; asked again every 30 s, which also notices a session that ended elsewhere. */
export function meQuery() {
  return queryOptions({
    queryKey: ['me'],
    queryFn: async ({ signal }) => {
      const { data } = await read<Success<User>>('/auth/me', { signal });
      storeUser(data);
      return data;
    },
    initialData: readStoredUser,
    initialDataUpdatedAt: 0,
    refetchInterval: SESSION_CHECK_MS,
  });
}

/** What the app must know before anyone logs in. */
export function configurationQuery() {
  return queryOptions({
    queryKey: ['configuration'],
    queryFn: ({ signal }) => read<Success<PublicConfiguration>>('/config', { signal }).then((answer) => answer.data),
  });
}
