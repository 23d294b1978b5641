import { type AccountDependencies, loadAccount } from './commands.ts';
import type { NewToken } from './one-time-tokens.ts';
import { holderOf } from './reservations.ts';

/**
 * Mails a link with a new one-time token to an address that belongs to an account; does nothing for any other address,
 * and sends no link to verify an address that is verified.
 */
export async function mailLink(deps: AccountDependencies, email: string, token: NewToken): Promise<void> {
  const account = await holderOf(deps, { kind: 'email', name: email });
  const state = account === null ? undefined : await loadAccount(deps, account);
  if (account === null || state?.status !== 'registered') return;
  const { purpose: campaign } = token;
  if (campaign === 'verify-email' && state.isVerified) return;
  if (!(await deps.mailLimits.allows(campaign, deps.blindIndexes.email(email)))) return;
  await deps.outbox.enqueueWithToken({ account, campaign, to: state.email ?? email }, token);
}
