import type { Invitation, User } from '@anecdotes/contracts';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, readData, send } from '../../lib/api.ts';
import { endSession, sessionTime, token } from '../../lib/session.ts';
import { readStoredUser, storeUser } from '../../lib/stored-user.ts';
import { strings } from '../../lib/strings.ts';
import { isExpired } from '../../lib/token.ts';
import { logOut } from './log-out.ts';

const SESSION_CHECK_MS = 30_000;

/** The token of an invitation link, empty if the link had none, and a function that forgets it. */
export type HeldInvitation = { readonly token: string; readonly forget: () => void };

/** The address that the invitation `token` is for. Throws INVITATION_INVALID and REGISTRATION_CLOSED. */
export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: ['invitation', token],
    queryFn: () => send<Invitation>('POST', '/auth/check-invitation', { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/**
 * The person who is logged in; loaded again every 30 s, which also detects a session that ended elsewhere and one whose
 * token is about to expire.
 */
export function meQuery() {
  return queryOptions({
    queryKey: ['me'],
    queryFn: async ({ signal }) => {
      endExpiredSession();
      const user = await readData<User>('/auth/me', { signal });
      storeUser(user);
      return user;
    },
    initialData: readStoredUser,
    initialDataUpdatedAt: 0,
    refetchInterval: SESSION_CHECK_MS,
    refetchOnWindowFocus: 'always',
  });
}

function endExpiredSession(): void {
  const held = token();
  if (held === null || !isExpired(held, sessionTime())) return;
  void logOut().catch(() => undefined);
  endSession('expired');
  throw new ApiError('UNAUTHENTICATED', strings.errors.sessionExpired);
}
