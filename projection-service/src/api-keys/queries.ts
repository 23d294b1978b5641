import type { AccountId, ApiKey } from '@anecdotes/contracts';
import type { ViewsDatabase } from '../db/database.ts';

/** When each key of an account was last used, by key id. */
export type LastUses = (account: AccountId) => Promise<ReadonlyMap<string, Date>>;

/** The API keys of `account`, newest first. */
export async function apiKeysOf(db: ViewsDatabase, lastUses: LastUses, account: AccountId): Promise<ApiKey[]> {
  const keys = db
    .selectFrom('api_key')
    .selectAll()
    .where('account', '=', account)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const [rows, used] = await Promise.all([keys, lastUses(account)]);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    key_hash: row.key_hash,
    user_id: row.account,
    is_active: row.status === 'active',
    scopes: row.scopes,
    last_used: used.get(row.id)?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
  }));
}
