import type { LogInAnswer } from '@anecdotes/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { recentSearchesKey, samplesKey } from '../../lib/account-keys.ts';
import { ApiError, reasonOf, send } from '../../lib/api.ts';
import { notify, notifyError } from '../../lib/messages.ts';
import { formKeysOf } from '../../lib/pending-save.ts';
import { accountId, endSession, storeToken } from '../../lib/session.ts';
import { forgetStored } from '../../lib/stored-value.ts';
import { sessionsQuery } from './queries.ts';
import { ownAccountStrings } from './strings.ts';

const { sessions: strings } = ownAccountStrings;

/** Ends the given sessions of the person. A session that has already ended counts as a success. */
export function useEndSessions() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ ids }: { ids: readonly string[]; done: string }) => Promise.all(ids.map(endSessionElsewhere)),
    onSuccess: (_answers, { done }) => notify(done),
    onError: (error) => notifyError(reasonOf(error, strings.endFailed)),
    onSettled: () => queries.invalidateQueries(sessionsQuery()),
  });
}

async function endSessionElsewhere(id: string): Promise<void> {
  try {
    await send('DELETE', `/auth/sessions/${id}`);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'SESSION_NOT_FOUND')) throw error;
  }
}

export type PasswordChange = { current: string; next: string; repeated: string };

/** Replaces the password; all other sessions end. */
export function changePassword({ current, next }: PasswordChange): Promise<unknown> {
  const body = { current_password: current, new_password: next };
  return send('POST', '/auth/change-password', { body });
}

/** Proves with the password that the person themselves is here; their session is replaced. */
export async function confirmPassword(password: string): Promise<void> {
  storeToken((await send<LogInAnswer>('POST', '/auth/confirm-password', { body: { password } })).access_token);
}

/** Erases the account and everything that this browser stores for it, and logs out. */
export async function eraseAccount(password: string): Promise<void> {
  const stored = [...formKeysOf(`${accountId()}:`), samplesKey(), recentSearchesKey()];
  await send('DELETE', '/auth/me', { body: { password } });
  forgetStored(stored);
  endSession('logged-out');
}
