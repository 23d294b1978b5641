import type { AccountId, EmailTrackingStat } from '@anecdotes/contracts';
import type { ViewsDatabase } from '../db/database.ts';

const MAX_MAILS = 500;

/** The mails that were sent to `account`, newest first. */
export async function emailStatistics(db: ViewsDatabase, account: AccountId): Promise<EmailTrackingStat[]> {
  const rows = await db
    .selectFrom('mail')
    .selectAll()
    .where('account', '=', account)
    .orderBy('sent_at', 'desc')
    .orderBy('id')
    .limit(MAX_MAILS)
    .execute();
  return rows.map((row) => ({
    recipient_email: row.recipient,
    campaign_name: row.campaign,
    sent_at: row.sent_at.toISOString(),
    first_opened_at: row.first_opened_at?.toISOString() ?? null,
    last_opened_at: row.last_opened_at?.toISOString() ?? null,
    open_count: row.opens,
  }));
}
