import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reasonOf, send } from '../../lib/api.ts';
import { say, sayError } from '../../lib/messages.ts';
import { ownAccountStrings } from '../../lib/own-account-strings.ts';
import { endSession } from '../../lib/session.ts';
import { sessionsQuery } from './queries.ts';

const { sessions: strings } = ownAccountStrings;

/** Signs the person out where the given sessions are. */
export function useEndSessions() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ ids }: { ids: readonly string[]; done: string }) =>
      Promise.all(ids.map((id) => send('DELETE', `/auth/sessions/${id}`, { key: crypto.randomUUID() }))),
    onSuccess: (_answers, { done }) => say(done),
    onError: (error) => sayError(reasonOf(error, strings.endFailed)),
    onSettled: () => queries.invalidateQueries(sessionsQuery()),
  });
}

export type PasswordChange = { current: string; next: string; repeated: string };

/** Replaces the password; all other sessions end. */
export function changePassword({ current, next }: PasswordChange): Promise<unknown> {
  const body = { current_password: current, new_password: next };
  return send('POST', '/auth/change-password', { body, key: crypto.randomUUID() });
}

/** Erases the account and leaves. */
export async function eraseAccount(password: string): Promise<void> {
  await send('DELETE', '/auth/me', { body: { password }, key: crypto.randomUUID() });
  endSession('logged-out');
}
