import { send } from '../../lib/api.ts';
import { endSession } from '../../lib/session.ts';

export type NewPassword = { password: string; repeated: string };

/** Sets a new password by the token of a mail; whoever is logged in here is out with all other sessions. */
export async function resetPassword(token: string, { password, repeated }: NewPassword): Promise<void> {
  const body = { token, new_password: password, confirm_password: repeated };
  await send('POST', '/auth/reset-password', { body });
  endSession('logged-out');
}
