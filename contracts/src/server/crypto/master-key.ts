import type pg from 'pg';
import type { AccountId } from '../../ids.ts';
import { ConfigurationError } from '../settings/read-settings.ts';
import type { SubjectKeys } from './event-keys.ts';

/**
 * Throws ConfigurationError when `keys` have the master key of another vault: nothing that is stored could be read, and
 * new accounts would be created beside the old ones. A vault that has no tables yet fits any key.
 */
export async function checkMasterKey(vault: pg.Pool, keys: SubjectKeys): Promise<void> {
  const { rows: tables } = await vault.query<{ exists: boolean }>(
    `select to_regclass('vault.subject_key') is not null as exists`,
  );
  if (tables[0]?.exists !== true) return;
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
