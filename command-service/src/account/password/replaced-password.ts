import { type AccountId, type Position, Problem, type SessionId } from '@anecdotes/contracts';
import { recordDeactivations } from '../../api-key/commands.ts';
import type { CommandMetadata } from '../../handle-command.ts';
import { type AccountDependencies, changeAccount } from '../commands.ts';
import { type Replaced, replacePassword } from '../credentials.ts';
import { recordEnds } from '../sessions.ts';

type NewPassword = {
  readonly account: AccountId;
  /** To whom it is told by mail. */
  readonly email: string | null;
  readonly passwordHash: string;
  /** The password that is replaced must be that of `since`; any, when it is left out. */
  readonly since?: string;
  /** The one session that goes on. */
  readonly kept?: SessionId;
  readonly by: 'change' | 'reset';
};

/** `unrecorded` is the error that kept the change out of the log; the position is then 0. */
export type PasswordReplaced = { readonly position: Position; readonly unrecorded?: unknown };

/**
 * Gives an account its new password. From the vault's commit on, it counts: the other sessions are over and the API
 * keys off, whether or not the log can be told. Throws WRONG_PASSWORD, UNAVAILABLE when nothing was changed.
 */
export async function replaceAccountPassword(
  deps: AccountDependencies,
  metadata: CommandMetadata,
  { account, email, passwordHash, since, kept, by }: NewPassword,
): Promise<PasswordReplaced> {
  // In turn with changes of keys: one that was let in before must not switch a key on afterwards.
  return deps.withAccountLock(account, async () => {
    const expected = { since: since ?? null, kept: kept ?? null };
    const replaced = await replacePassword(deps.vault, account, passwordHash, expected);
    if (email !== null) await deps.outbox.enqueue({ account, campaign: 'password-changed', to: email });
    try {
      return { position: await record(deps, metadata, account, replaced, by) };
    } catch (error) {
      if (!(error instanceof Problem) || error.status < 500) throw error;
      return { position: 0n, unrecorded: error };
    }
  });
}

async function record(
  deps: AccountDependencies,
  metadata: CommandMetadata,
  account: AccountId,
  { sessions, keys }: Replaced,
  by: NewPassword['by'],
): Promise<Position> {
  const type = by === 'change' ? 'ChangePassword' : 'ResetPassword';
  const { position } = await changeAccount(deps, metadata, account, { type });
  await recordEnds(deps, metadata, sessions, by === 'change' ? 'password-changed' : 'password-reset');
  await recordDeactivations(deps, metadata, keys);
  return position;
}
