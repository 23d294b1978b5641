import { type Position, Problem, streams } from '@anecdotes/contracts';
import { createPersonMetadata } from '../command-metadata.ts';
import { changeVault } from '../vault/change-vault.ts';
import { type AccountDependencies, decideAccount, loadAccount } from './commands.ts';
import { markVerified } from './credentials.ts';
import { findToken, useToken } from './one-time-tokens.ts';
import { recordMails } from './recorded-mails.ts';

type Verified = { readonly username: string; readonly wasVerified: boolean; readonly position: Position };

/**
 * Verifies the address that a token was mailed to, and marks the token as used. Until it expires, using it again
 * returns `wasVerified`. Throws VERIFICATION_LINK_INVALID.
 */
export async function verifyEmail(deps: AccountDependencies, token: string, requestId: string): Promise<Verified> {
  const presented = { token, purpose: 'verify-email', now: deps.clock() } as const;
  const account = (await findToken(deps.vault, presented))?.account;
  const state = account === undefined ? undefined : await loadAccount(deps, account);
  if (account === undefined || state?.status !== 'registered') throw new Problem('VERIFICATION_LINK_INVALID');
  const metadata = createPersonMetadata(deps, account, requestId);
  const { result: wasVerified, position } = await changeVault(deps, metadata, async (change) => {
    await markVerified(change.tx, account);
    const use = await useToken(change.tx, presented);
    if (use === undefined) throw new Problem('VERIFICATION_LINK_INVALID');
    if (use === 'used before') return true;
    await recordMails(deps, change, state);
    change.record(streams.account(account), decideAccount(state, { type: 'VerifyEmail' }, metadata));
    return state.isVerified;
  });
  return { username: state.username, wasVerified, position };
}
