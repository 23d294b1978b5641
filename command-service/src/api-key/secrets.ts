import { type AccountId, type ApiKeyId, type ApiKeyScope, limits, Problem } from '@anecdotes/contracts';
import type pg from 'pg';

export type NewKey = {
  id: ApiKeyId;
  account: AccountId;
  hash: Buffer;
  scopes: readonly ApiKeyScope[];
  expiresAt: string | null;
};

/** Makes a key valid; to be called in turn for one account, so that each is counted. Throws API_KEY_LIMIT_REACHED. */
export async function addKey(vault: pg.Pool, { id, account, hash, scopes, expiresAt }: NewKey): Promise<void> {
  const { rowCount } = await vault.query(
    `with made as (
       insert into vault.api_key (id, account, scopes, expires_at) select $1, account, $3, $4
       from vault.credential where account = $2
       and (select count(*) from vault.api_key where account = $2) < ${limits.apiKeys} returning id)
     insert into vault.api_key_secret (hash, api_key) select $5, id from made`,
    [id, account, scopes, expiresAt, hash],
  );
  if (rowCount === 0) throw new Problem('API_KEY_LIMIT_REACHED');
}

/** Switches keys of `account` on or off: the one called `id`, or all. Returns which of them changed. */
export async function switchKeys(
  vault: pg.Pool,
  account: AccountId,
  isActive: boolean,
  id: ApiKeyId | null = null,
): Promise<ApiKeyId[]> {
  const { rows } = await vault.query<{ id: ApiKeyId }>(
    `update vault.api_key set is_active = $2
     where account = $1 and is_active <> $2 and ($3::uuid is null or id = $3) returning id`,
    [account, isActive, id],
  );
  return rows.map((row) => row.id);
}

/** Gives key `id` another secret; the ones before stay valid until `until` at most. */
export async function replaceSecret(
  vault: pg.Pool,
  { id, account, hash, until }: { id: ApiKeyId; account: AccountId; hash: Buffer; until: Date },
): Promise<void> {
  await vault.query(
    `with own as (select id from vault.api_key where id = $1 and account = $2),
          before as (
            update vault.api_key_secret set valid_until = least(valid_until, $4)
            from own where api_key = own.id)
     insert into vault.api_key_secret (hash, api_key) select $3, id from own`,
    [id, account, hash, until],
  );
}

/** Deletes keys of `account`: the one called `id`, or all. Returns which. */
export async function removeKeys(vault: pg.Pool, account: AccountId, id: ApiKeyId | null = null): Promise<ApiKeyId[]> {
  const { rows } = await vault.query<{ id: ApiKeyId }>(
    'delete from vault.api_key where account = $1 and ($2::uuid is null or id = $2) returning id',
    [account, id],
  );
  return rows.map((row) => row.id);
}
