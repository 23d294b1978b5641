import type { AccountId } from '@anecdotes/contracts';
import type { SubjectKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';
import type pg from 'pg';

/**
 * Throws ConfigurationError when `keys` have the master key of another vault: nothing that is stored could be read, and
 * new accounts would be created beside the old ones.
 */
export async function checkMasterKey(vault: pg.Pool, keys: SubjectKeys): Promise<void> {
  const { rows } = await vault.query<{ subject: AccountId }>(
    'select subject from vault.subject_key where wrapped is not null order by created_at limit 1',
  );
  const [oldest] = rows;
  if (oldest === undefined) return;
  try {
    await keys.get(oldest.subject);
  } catch (cause) {
    throw new ConfigurationError('Wrong setting. MASTER_KEY: Is not the one that this database was made with', {
      cause,
    });
  }
}
