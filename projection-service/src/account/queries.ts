import type { AccountId, User } from '@anecdotes/contracts';
import type { ViewsDatabase } from '../db/database.ts';
import { fixedShape } from '../db/fixed-shape.ts';

/** The user of `account`, or undefined while the views do not have it yet. */
export async function findUser(db: ViewsDatabase, account: AccountId): Promise<User | undefined> {
  const row = await db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', account)
    .modifyEnd(fixedShape)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      username: row.username,
      email: row.email,
      name: row.full_name,
      full_name: row.full_name,
      role: row.role,
      is_active: true,
      created_at: row.created_at.toISOString(),
    }
  );
}
