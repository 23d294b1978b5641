import { type AccountId, type Position, Problem } from '@anecdotes/contracts';
import { createPersonMetadata } from '../../command-metadata.ts';
import { changeVault } from '../../vault/change-vault.ts';
import { type AccountDependencies, loadAccount } from '../commands.ts';
import { markVerified } from '../credentials.ts';
import { findToken } from '../one-time-tokens.ts';
import { recordMails } from '../recorded-mails.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import { replaceAccountPassword, wasJustReplacedBy } from './replaced-password.ts';

/** Throws RESET_LINK_INVALID for a token that can no longer set a password; does not use the token. */
export async function checkResetLink(deps: AccountDependencies, token: string): Promise<void> {
  const found = await findToken(deps.vault, { token, purpose: 'password-reset', now: deps.clock() });
  if (found === undefined || found.isUsed) throw new Problem('RESET_LINK_INVALID');
}

/**
 * Gives the account of a token a new password, ends all its sessions and deactivates its API keys; does nothing if the
 * token was just used for the same password. Throws RESET_LINK_INVALID, VALIDATION_FAILED for a common password (the
 * token stays valid).
 */
export async function resetPassword(
  deps: AccountDependencies,
  { token, newPassword }: { token: string; newPassword: string },
  requestId: string,
): Promise<{ account: AccountId; position: Position }> {
  const now = deps.clock();
  const found = await findToken(deps.vault, { token, purpose: 'password-reset', now });
  if (found === undefined) throw new Problem('RESET_LINK_INVALID');
  const { account, isUsed } = found;
  if (isUsed) {
    if (await wasJustReplacedBy(deps, account, newPassword)) return { account, position: 0n };
    throw new Problem('RESET_LINK_INVALID');
  }
  const state = await loadAccount(deps, account);
  if (state.status !== 'registered') throw new Problem('RESET_LINK_INVALID');
  refuseCommonPassword(newPassword, [state.username, state.email], 'new_password');
  const passwordHash = await deps.passwords.hash(newPassword);
  const { position } = await changeVault(deps, createPersonMetadata(deps, account, requestId), async (change) => {
    const replacing = { by: 'reset', token, now } as const;
    // The link came by mail, so using it verifies the address; or from the operator, who vouches for the person.
    await markVerified(change.tx, account);
    await recordMails(deps, change, state);
    await replaceAccountPassword(deps, change, { account, state, passwordHash, replacing });
  });
  return { account, position };
}
