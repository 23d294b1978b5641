import type { LogIn, LogInAnswer, Registration } from '@anecdotes/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { nameFrom } from '../../lib/account-rules.ts';
import { reasonOf, send } from '../../lib/api.ts';
import { configurationQuery } from '../../lib/configuration.ts';
import type { Notices } from '../../lib/notices.ts';
import { forgetOthersAddress, storeToken } from '../../lib/session.ts';
import { signInStrings } from './strings.ts';

/** Logs in and keeps the token. */
export async function logIn({ username, password }: LogIn): Promise<void> {
  const body = new URLSearchParams({ username: username.trim(), password });
  storeToken((await send<LogInAnswer>('POST', '/auth/login', { body })).access_token);
}

/** Logs in as the shared guest; `isAvailable` is false where there is none. */
export function useGuestLogIn(onSignedIn: () => void, notices: Notices) {
  const { data: configuration, refetch } = useQuery(configurationQuery());
  const entering = useMutation({
    mutationFn: async () => {
      const { guest } = configuration ?? (await refetch({ throwOnError: true })).data ?? { guest: null };
      if (guest) {
        await logIn(guest);
        // A link that a visitor followed leads to what is somebody else's.
        forgetOthersAddress();
      }
      return guest !== null;
    },
    onSuccess: (entered) => entered && onSignedIn(),
  });
  return {
    isAvailable: configuration?.guest !== null,
    isPending: entering.isPending,
    enter: () => {
      if (entering.isPending) return;
      notices.clear();
      entering.mutate(undefined, { onError: (error) => notices.failed(reasonOf(error, signInStrings.guestFailed)) });
    },
  };
}

export type NewAccount = { username: string; email: string; password: string };

/** Makes an account, by an invitation where there is one; logs in where that needs no verification first. Answers whether it did. */
export async function register({ username, email, password }: NewAccount, invitation?: string): Promise<boolean> {
  const wanted = { username: username.trim(), email: email.trim(), password, full_name: nameFrom(email) };
  const body = { ...wanted, ...(invitation !== undefined && { invitation }) };
  const made = await send<Registration>('POST', '/auth/register', { body });
  if (made.is_verified) await logIn({ username: body.username, password });
  return made.is_verified;
}

/** Asks for the mail that sets a new password. */
export function requestPasswordReset(email: string): Promise<unknown> {
  return requestByEmail('/auth/forgot-password', email);
}

/** Asks for the mail that verifies an address. */
export function requestVerification(email: string): Promise<unknown> {
  return requestByEmail('/auth/resend-verification-email', email);
}

function requestByEmail(path: string, email: string): Promise<unknown> {
  return send('POST', path, { body: { email: email.trim() } });
}
