import type { AccountId, MailId } from '@anecdotes/contracts';
import type pg from 'pg';
import type { CommandDependencies } from '../handle-command.ts';
import { changeMail } from './commands.ts';

/** Records that the mail with this pixel was opened, at most once a minute: in the log if that knows the mail. */
export async function recordOpening(
  deps: CommandDependencies & { readonly vault: pg.Pool },
  openHash: Buffer,
): Promise<void> {
  const now = deps.clock();
  const { rows } = await deps.vault.query<{ id: MailId; account: AccountId; isInLog: boolean }>(
    `update vault.mail set opened_at = $2,
       openings = case when unrecorded is null then openings else openings || $2::timestamptz end
     where open_hash = $1 and (opened_at is null or opened_at <= $2::timestamptz - interval '1 minute')
     returning id, account, unrecorded is null as "isInLog"`,
    [openHash, now],
  );
  const mail = rows[0];
  if (mail?.isInLog) await changeMail(deps, mail.id, mail.account, { type: 'RecordOpening' });
}
