import type { PasswordReset } from '@anecdotes/contracts';
import { send } from '../../lib/api.ts';
import { accountId, endSession } from '../../lib/session.ts';

export type NewPassword = { password: string; repeated: string };

/** Sets a new password by the token of a mail, which ends all sessions of that account, this one too if it is one. */
export async function resetPassword(token: string, { password, repeated }: NewPassword): Promise<void> {
  const body = { token, new_password: password, confirm_password: repeated };
  const { account } = await send<PasswordReset>('POST', '/auth/reset-password', { body });
  if (account === accountId()) endSession('logged-out');
}
