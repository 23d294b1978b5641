import { type AccountId, type Position, Problem } from '@anecdotes/contracts';
import { deactivateApiKeys } from '../api-key/commands.ts';
import { attribute } from '../attribution.ts';
import { type AccountDependencies, changeAccount, loadAccount } from './commands.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import { markVerified, replacePassword } from './credentials.ts';
import { findToken, redeemToken, resetToken } from './one-time-tokens.ts';
import { holderOf } from './reservations.ts';
import { recordEnds } from './sessions.ts';

/** Mails a reset link to an address that belongs to an account; does nothing about any other. */
export async function requestPasswordReset(deps: AccountDependencies, email: string, requestId: string): Promise<void> {
  const account = await holderOf(deps, { kind: 'email', name: email });
  const state = account === null ? undefined : await loadAccount(deps, account);
  if (account === null || state?.status !== 'registered') return;
  if (!deps.mailLimits.allows('password-reset', deps.marks.email(email))) return;
  const mail = { account, campaign: 'password-reset', to: state.email ?? email } as const;
  await deps.outbox.enqueueWithToken(mail, resetToken);
  await changeAccount(deps, attribute(deps, account, requestId), account, { type: 'RequestPasswordReset' });
}

/**
 * Gives the account of a mailed token a new password, ends all its sessions and switches its API keys off. Throws
 * RESET_LINK_INVALID, VALIDATION_FAILED for a common password (the token stays good).
 */
export async function resetPassword(
  deps: AccountDependencies,
  { token, newPassword }: { token: string; newPassword: string },
  requestId: string,
): Promise<{ account: AccountId; position: Position }> {
  const presented = { token, purpose: 'password-reset', now: deps.clock() } as const;
  const found = await findToken(deps.vault, presented);
  if (found === undefined) throw new Problem('RESET_LINK_INVALID');
  const state = await loadAccount(deps, found);
  if (state.status !== 'registered') throw new Problem('RESET_LINK_INVALID');
  refuseCommonPassword(newPassword, [state.username, state.email], 'new_password');
  const passwordHash = await deps.passwords.hash(newPassword);

  const account = await redeemToken(deps.vault, presented);
  if (account === undefined) throw new Problem('RESET_LINK_INVALID');
  const attribution = attribute(deps, account, requestId);
  await markVerified(deps.vault, account);
  const ended = await replacePassword(deps.vault, account, passwordHash);
  const { position } = await changeAccount(deps, attribution, account, { type: 'ResetPassword' });
  await recordEnds(deps, attribution, ended, 'password-reset');
  await deactivateApiKeys(deps, attribution);
  if (state.email !== null) {
    await deps.outbox.enqueue({ account, campaign: 'password-changed', to: state.email });
  }
  return { account, position };
}
