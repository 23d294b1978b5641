import type pg from 'pg';
import type { ApiKeyScope } from '../../api-key/events.ts';
import type { AccountId, ApiKeyId } from '../../ids.ts';
import { apiKeyHash } from './api-key-secret.ts';

export type ValidApiKey = {
  id: ApiKeyId;
  account: AccountId;
  scopes: ApiKeyScope[];
  /** True when a use in this minute is recorded already. */
  isRecorded: boolean;
};

/**
 * The key that `secret` belongs to, if it is active, not expired, its secret not replaced by a newer one, and its
 * account not disabled; undefined otherwise.
 */
export async function findApiKey(vault: pg.Pool, secret: string): Promise<ValidApiKey | undefined> {
  const { rows } = await vault.query<ValidApiKey>({
    name: 'valid-api-key',
    text: `select api_key.id, api_key.account, scopes, coalesce(last_used >= date_trunc('minute', now()), false) as "isRecorded"
           from vault.api_key_secret join vault.api_key on api_key.id = api_key_secret.api_key
             join vault.credential on credential.account = api_key.account
           where hash = $1 and is_active and disabled_at is null
             and (expires_at is null or expires_at > now()) and (valid_until is null or valid_until > now())`,
    values: [apiKeyHash(secret)],
  });
  return rows[0];
}

/** Records that a key was used, to the minute. */
export async function recordApiKeyUse(vault: pg.Pool, key: ApiKeyId): Promise<void> {
  await vault.query({
    name: 'api-key-used',
    text: `update vault.api_key set last_used = date_trunc('minute', now())
           where id = $1 and (last_used is null or last_used < date_trunc('minute', now()))`,
    values: [key],
  });
}

/** The state of a key in the vault: whether it is active, and when it was last used. */
export type ApiKeyUse = { readonly isActive: boolean; readonly lastUsed: Date | null };

/** The keys of `account` by id. */
export async function apiKeyUses(vault: pg.Pool, account: AccountId): Promise<Map<string, ApiKeyUse>> {
  const { rows } = await vault.query<{ id: string } & ApiKeyUse>(
    'select id, is_active as "isActive", last_used as "lastUsed" from vault.api_key where account = $1',
    [account],
  );
  return new Map(rows.map(({ id, ...use }) => [id, use]));
}
