import type { AccountId, MailId } from '@anecdotes/contracts';
import type pg from 'pg';
import type { CommandDependencies } from '../handle-command.ts';
import { changeMail } from './commands.ts';

/** Records that the mail with this pixel was opened; at most once a minute. */
export async function recordOpening(
  deps: CommandDependencies & { readonly vault: pg.Pool },
  openHash: Buffer,
): Promise<void> {
  const now = deps.clock();
  const { rows } = await deps.vault.query<{ id: MailId; account: AccountId }>(
    `update vault.mail set opened_at = $2
     where open_hash = $1 and (opened_at is null or opened_at <= $2::timestamptz - interval '1 minute')
     returning id, account`,
    [openHash, now],
  );
  const mail = rows[0];
  if (mail !== undefined) await changeMail(deps, mail.id, mail.account, { type: 'RecordOpening' });
}
