import { type Position, Problem } from '@anecdotes/contracts';
import { createCommandMetadata } from '../command-metadata.ts';
import { type AccountDependencies, changeAccount, loadAccount } from './commands.ts';
import { markVerified } from './credentials.ts';
import { findToken } from './one-time-tokens.ts';
import { recordMails } from './recorded-mails.ts';
import { sendVerification } from './registration.ts';
import { holderOf } from './reservations.ts';

type Verified = { readonly username: string; readonly wasVerified: boolean; readonly position: Position };

/**
 * Verifies the address that a token was mailed to. The token is kept until it expires, so that using it again, also
 * after a call that failed halfway, ends in the same state; `wasVerified` then tells it apart. Throws
 * VERIFICATION_LINK_INVALID.
 */
export async function verifyEmail(deps: AccountDependencies, token: string, requestId: string): Promise<Verified> {
  const account = await findToken(deps.vault, { token, purpose: 'verify-email', now: deps.clock() });
  const state = account === undefined ? undefined : await loadAccount(deps, account);
  if (account === undefined || state?.status !== 'registered') throw new Problem('VERIFICATION_LINK_INVALID');
  if (!state.isVerified) await markVerified(deps.vault, account);
  await recordMails(deps, account);
  const { position } = await changeAccount(deps, createCommandMetadata(deps, account, requestId), account, {
    type: 'VerifyEmail',
  });
  return { username: state.username, wasVerified: state.isVerified, position };
}

/** Mails a new link to an address that waits to be verified; does nothing about any other. */
export async function resendVerification(deps: AccountDependencies, email: string): Promise<void> {
  const account = await holderOf(deps, { kind: 'email', name: email });
  const state = account === null ? undefined : await loadAccount(deps, account);
  if (account === null || state?.status !== 'registered' || state.isVerified) return;
  if (!(await deps.mailLimits.allows('verify-email', deps.blindIndexes.email(email)))) return;
  await sendVerification(deps, account, state.email ?? email);
}
