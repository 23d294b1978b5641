import type { LogIn, LogInAnswer, Registration } from '@anecdotes/contracts';
import { useQuery } from '@tanstack/react-query';
import { nameFrom, sentEmail } from '../../lib/account-rules.ts';
import { reasonOf, send } from '../../lib/api.ts';
import { configurationQuery } from '../../lib/configuration.ts';
import type { Notices } from '../../lib/notices.ts';
import { forgetOthersAddress, storeToken } from '../../lib/session.ts';
import { useSingleMutation } from '../../lib/use-single-mutation.ts';
import { signInStrings } from './strings.ts';

/** Logs in and stores the token. */
export async function logIn({ username, password }: LogIn): Promise<void> {
  const body = new URLSearchParams({ username: sentEmail(username), password });
  storeToken((await send<LogInAnswer>('POST', '/auth/login', { body })).access_token);
}

/** Logs in as the shared guest; `isAvailable` is false if there is no guest account. */
export function useGuestLogIn(onSignedIn: () => void, notices: Notices) {
  const { data: configuration, refetch } = useQuery(configurationQuery());
  const entering = useSingleMutation({
    mutationFn: async () => {
      const { guest } = configuration ?? (await refetch({ throwOnError: true })).data ?? { guest: null };
      if (guest) {
        await logIn(guest);
        // The remembered address may be that of an anecdote of another account, which the guest cannot open.
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

/** Registers an account, with an invitation if given. Returns true if it also logged in, false if the address must be
 * verified first. */
export async function register({ username, email, password }: NewAccount, invitation?: string): Promise<boolean> {
  const wanted = { username: username.trim(), email: sentEmail(email), password, full_name: nameFrom(email) };
  const body = { ...wanted, ...(invitation !== undefined && { invitation }) };
  const made = await send<Registration>('POST', '/auth/register', { body });
  if (made.is_verified) await logIn({ username: body.username, password });
  return made.is_verified;
}

/** Requests the mail with a link to set a new password. */
export function requestPasswordReset(email: string): Promise<unknown> {
  return requestByEmail('/auth/forgot-password', email);
}

/** Requests the mail with a link that verifies an address. */
export function requestVerification(email: string): Promise<unknown> {
  return requestByEmail('/auth/resend-verification-email', email);
}

function requestByEmail(path: string, email: string): Promise<unknown> {
  return send('POST', path, { body: { email: sentEmail(email) } });
}
