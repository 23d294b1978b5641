import { type AccountId, Problem, streams } from '@anecdotes/contracts';
import type { CommandMetadata } from '../handle-command.ts';
import { type Changed, changeVault, type VaultChange } from '../vault/change-vault.ts';
import { type AccountDependencies, decideAccount } from './commands.ts';
import { addCredential, forgetUnusedKey } from './credentials.ts';
import { accountDecider, type Profile } from './decider.ts';
import { reserve } from './reservations.ts';

type Dependencies = Pick<AccountDependencies, 'log' | 'keys' | 'vault' | 'blindIndexes'>;

/**
 * Creates an account in one step: its key, credential, username, and what `complete` adds. `begin` runs first and may
 * refuse by throwing. If another account has the username, nothing is created and `holder` is that account.
 */
export async function makeAccount<Result>(
  deps: Dependencies,
  metadata: CommandMetadata,
  profile: Profile & { passwordHash: string },
  complete: (change: VaultChange) => Promise<Result>,
  begin: (change: VaultChange) => Promise<void> = async () => {},
): Promise<Changed<Result> | { readonly holder: AccountId }> {
  const { passwordHash, ...registered } = profile;
  const { account, role, username } = profile;
  await deps.keys.create(account);
  try {
    return await changeVault(deps, metadata, async (change) => {
      await begin(change);
      await addCredential(change.tx, account, { role, passwordHash });
      const holder = await reserve(deps, change, { kind: 'username', name: username });
      if (holder !== account) throw new NameTaken(holder);
      const events = decideAccount(accountDecider.initial, { type: 'RegisterAccount', ...registered }, metadata);
      change.record(streams.account(account), events);
      return complete(change);
    });
  } catch (error) {
    if (error instanceof NameTaken || error instanceof Problem) await forgetUnusedKey(deps.vault, account);
    if (!(error instanceof NameTaken)) throw error;
    return { holder: error.holder };
  }
}

/** Thrown to roll back the change when another account has the name. */
class NameTaken extends Error {
  override name = 'NameTaken';
  readonly holder: AccountId;

  constructor(holder: AccountId) {
    super('the name is taken');
    this.holder = holder;
  }
}
