import { type AccountId, type ApiKeyId, type ApiKeyScope, limits, Problem } from '@anecdotes/contracts';
import type { PersonPrincipal } from '@anecdotes/contracts/server/auth/authentication';
import type { SubjectKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import { open, seal } from '@anecdotes/contracts/server/crypto/sealing';
import type pg from 'pg';
import type { ApiKeyState } from './decider.ts';

export type NewKey = {
  id: ApiKeyId;
  account: AccountId;
  name: string;
  hash: Buffer;
  scopes: readonly ApiKeyScope[];
  createdAt: Date;
  expiresAt: string | null;
};

/**
 * Locks the keys of the caller's account, so that they change one after the other. Throws UNAUTHENTICATED if the
 * session has ended: its token is accepted a moment longer, but the keys may have been deactivated with the session.
 */
export async function lockKeys(tx: pg.ClientBase, { account, session }: PersonPrincipal): Promise<void> {
  await tx.query('select from vault.credential where account = $1 for no key update', [account]);
  const { rowCount } = await tx.query(
    'select from vault.session where id = $1 and ended_at is null and expires_at > now() for share',
    [session],
  );
  if (rowCount === 0) throw new Problem('UNAUTHENTICATED');
}

/** Adds a key. Call it after `lockKeys`, so that the count of keys is right. Throws API_KEY_LIMIT_REACHED. */
export async function addKey(
  keys: SubjectKeys,
  tx: pg.ClientBase,
  { id, account, name, hash, scopes, createdAt, expiresAt }: NewKey,
): Promise<void> {
  const sealingKey = await keys.get(account);
  if (sealingKey === 'destroyed') throw new Problem('UNAUTHENTICATED');
  const { rowCount } = await tx.query(
    `with made as (
       insert into vault.api_key (id, account, scopes, expires_at, created_at, name) select $1, account, $3, $4, $6, $7
       from vault.credential where account = $2
       and (select count(*) from vault.api_key where account = $2) < ${limits.apiKeys} returning id)
     insert into vault.api_key_secret (hash, api_key) select $5, id from made`,
    [id, account, scopes, expiresAt, hash, createdAt, seal(sealingKey, contextOf(id), name)],
  );
  if (rowCount === 0) throw new Problem('API_KEY_LIMIT_REACHED');
}

type Row = {
  is_active: boolean;
  name: string;
  hash: Buffer;
  scopes: ApiKeyScope[];
  created_at: Date;
  expires_at: Date | null;
  last_used: Date | null;
};

/** Key `id` of `account` as it is in the vault, locked until the transaction ends; undefined when there is none. */
export async function findKey(
  keys: SubjectKeys,
  tx: pg.ClientBase,
  account: AccountId,
  id: ApiKeyId,
): Promise<{ state: ApiKeyState & { status: 'active' | 'inactive' }; lastUsed: Date | null } | undefined> {
  const sealingKey = await keys.get(account);
  if (sealingKey === 'destroyed') return undefined;
  const { rows } = await tx.query<Row>(
    `select is_active, name, scopes, created_at, expires_at, last_used,
       (select hash from vault.api_key_secret s where s.api_key = k.id order by valid_until desc nulls first limit 1)
     from vault.api_key k where id = $1 and account = $2 for update of k`,
    [id, account],
  );
  const row = rows[0];
  if (row === undefined) return undefined;
  const state = {
    status: row.is_active ? ('active' as const) : ('inactive' as const),
    account,
    name: open(sealingKey, contextOf(id), row.name),
    keyHash: row.hash.toString('hex'),
    scopes: row.scopes,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
  };
  return { state, lastUsed: row.last_used };
}

/** Activates or deactivates key `id`. */
export async function switchKey(tx: pg.ClientBase, id: ApiKeyId, isActive: boolean): Promise<void> {
  await tx.query('update vault.api_key set is_active = $2 where id = $1', [id, isActive]);
}

/** Gives key `id` a new secret; previous ones stay valid until `until` at most. */
export async function replaceSecret(
  tx: pg.ClientBase,
  { id, hash, until }: { id: ApiKeyId; hash: Buffer; until: Date },
): Promise<void> {
  await tx.query('update vault.api_key_secret set valid_until = least(valid_until, $2) where api_key = $1', [
    id,
    until,
  ]);
  await tx.query('insert into vault.api_key_secret (hash, api_key) values ($1, $2)', [hash, id]);
}

/** Deletes key `id` of `account`; false when there is none. */
export async function removeKey(tx: pg.ClientBase, account: AccountId, id: ApiKeyId): Promise<boolean> {
  const { rowCount } = await tx.query('delete from vault.api_key where id = $1 and account = $2', [id, account]);
  return rowCount === 1;
}

/** Keys that were created before the vault stored names, at most 100. */
export async function findNamelessKeys(vault: pg.Pool): Promise<{ id: ApiKeyId; account: AccountId }[]> {
  const { rows } = await vault.query<{ id: ApiKeyId; account: AccountId }>(
    'select id, account from vault.api_key where name is null order by id limit 100',
  );
  return rows;
}

/** Stores the name of key `id` and when it was created. */
export async function nameKey(
  keys: SubjectKeys,
  vault: pg.Pool,
  id: ApiKeyId,
  { account, name, createdAt }: { account: AccountId; name: string; createdAt: string },
): Promise<void> {
  const sealingKey = await keys.get(account);
  if (sealingKey === 'destroyed') return;
  await vault.query('update vault.api_key set name = $2, created_at = $3 where id = $1', [
    id,
    seal(sealingKey, contextOf(id), name),
    createdAt,
  ]);
}

function contextOf(id: ApiKeyId): string {
  return `api-key\n${id}`;
}
