import { type AccountId, streams } from '@anecdotes/contracts';
import { recordKeys } from '../../api-key/commands.ts';
import type { VaultChange } from '../../vault/change-vault.ts';
import { type AccountDependencies, decideAccount } from '../commands.ts';
import { findNewPasswordHash, type Replacing, replacePassword } from '../credentials.ts';
import type { AccountState } from '../decider.ts';
import { recordEnds } from '../sessions.ts';

type NewPassword = {
  readonly account: AccountId;
  readonly state: AccountState & { status: 'registered' };
  readonly passwordHash: string;
  readonly replacing: Exclude<Replacing, { by: 'setting' }>;
};

/**
 * Gives an account its new password: other sessions end, API keys are deactivated, and the owner is told by mail.
 * Throws WRONG_PASSWORD, RESET_LINK_INVALID.
 */
export async function replaceAccountPassword(
  { outbox }: Pick<AccountDependencies, 'outbox'>,
  change: VaultChange,
  { account, state, passwordHash, replacing }: NewPassword,
): Promise<void> {
  const isChange = replacing.by === 'change';
  const events = decideAccount(state, { type: isChange ? 'ChangePassword' : 'ResetPassword' }, change.metadata);
  const { sessions, keys } = await replacePassword(change.tx, account, passwordHash, replacing);
  change.record(streams.account(account), events);
  recordEnds(change, sessions, isChange ? 'password-changed' : 'password-reset');
  recordKeys(change, keys, 'ApiKeyDeactivated');
  if (state.email !== null)
    await outbox.enqueueWith(change, { account, campaign: 'password-changed', to: state.email });
}

/**
 * True when `account` got `password` in the last ten minutes: a refused change to it is probably repeated because its
 * answer was lost. Later this would only help to guess passwords.
 */
export async function wasJustReplacedBy(
  { vault, passwords }: Pick<AccountDependencies, 'vault' | 'passwords'>,
  account: AccountId,
  password: string,
): Promise<boolean> {
  const hash = await findNewPasswordHash(vault, account);
  return hash !== undefined && passwords.matches(password, hash);
}
