import { type Position, Problem } from '@anecdotes/contracts';
import { attribute } from '../attribution.ts';
import { type AccountDependencies, changeAccount, loadAccount } from './commands.ts';
import { markVerified } from './credentials.ts';
import { redeemToken } from './one-time-tokens.ts';
import { sendVerification } from './registration.ts';
import { holderOf } from './reservations.ts';

/** Verifies the address that a token was mailed to. Throws VERIFICATION_LINK_INVALID. */
export async function verifyEmail(deps: AccountDependencies, token: string, requestId: string): Promise<Position> {
  const account = await redeemToken(deps.vault, { token, purpose: 'verify-email', now: deps.clock() });
  if (account === undefined) throw new Problem('VERIFICATION_LINK_INVALID');
  await markVerified(deps.vault, account);
  const attribution = attribute(deps, account, requestId);
  return (await changeAccount(deps, attribution, account, { type: 'VerifyEmail' })).position;
}

/** Mails a new link to an address that waits to be verified; does nothing about any other. */
export async function resendVerification(deps: AccountDependencies, email: string, requestId: string): Promise<void> {
  const account = await holderOf(deps, { kind: 'email', name: email });
  const state = account === null ? undefined : await loadAccount(deps, account);
  if (account === null || state?.status !== 'registered' || state.isVerified) return;
  if (!deps.mailLimits.allows('verify-email', deps.marks.email(email))) return;
  await sendVerification(deps, account, state.email ?? email, requestId);
}
