import type { AccountId, ApiKey } from '@anecdotes/contracts';
import type { ApiKeyUse } from '@anecdotes/contracts/server/auth/api-keys';
import type { ViewsDatabase } from '../db/database.ts';

/** What the vault knows about the keys of an account, by key id. */
export type ApiKeyUses = (account: AccountId) => Promise<ReadonlyMap<string, ApiKeyUse>>;

/**
 * The API keys of `account`, newest first. A key that the vault has switched off is inactive, even before the log says
 * so.
 */
export async function apiKeysOf(db: ViewsDatabase, usesOf: ApiKeyUses, account: AccountId): Promise<ApiKey[]> {
  const keys = db
    .selectFrom('api_key')
    .selectAll()
    .where('account', '=', account)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const [rows, uses] = await Promise.all([keys, usesOf(account)]);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    key_hash: row.key_hash,
    user_id: row.account,
    is_active: row.status === 'active' && uses.get(row.id)?.isActive !== false,
    scopes: row.scopes,
    last_used: uses.get(row.id)?.lastUsed?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
  }));
}
