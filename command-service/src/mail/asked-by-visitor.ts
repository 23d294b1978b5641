import type { AccountId, MailCampaign, MailId } from '@anecdotes/contracts';
import { open, seal } from '@anecdotes/contracts/server/crypto/sealing';
import type pg from 'pg';
import type { CommandDependencies } from '../handle-command.ts';
import { changeMail } from './commands.ts';

/*
 * Anybody can ask for a mail to any address, and anybody can see positions of the log. So what happens to such a mail
 * is kept in the vault at first; it goes to the log when its owner verifies, resets or logs in.
 */

type Dependencies = CommandDependencies & { readonly vault: pg.Pool };

/** A sent mail that the log does not know yet. */
export type UnrecordedMail = {
  readonly id: MailId;
  readonly account: AccountId;
  readonly campaign: MailCampaign;
  readonly askedAt: Date;
  readonly sentAt: Date;
  /** The recipient, sealed. */
  readonly unrecorded: string;
};

const campaigns: ReadonlySet<MailCampaign> = new Set(['verify-email', 'password-reset', 'account-exists']);

/** True for mails of a call that needs no session. */
export function isAskedByVisitor(campaign: MailCampaign): boolean {
  return campaigns.has(campaign);
}

/** Marks mail `id` as sent and keeps what the log will be told; nothing of an erased account. */
export async function keepUnrecorded(
  { vault, keys }: Dependencies,
  { id, account, recipient }: { id: MailId; account: AccountId; recipient: string },
): Promise<void> {
  const key = await keys.get(account);
  const unrecorded = key === 'destroyed' ? null : seal(key, contextOf(id), recipient);
  await vault.query('update vault.mail set sent_at = now(), content = null, unrecorded = $2 where id = $1', [
    id,
    unrecorded,
  ]);
}

/** The mails to `account` that the log does not know yet, oldest first. */
export async function unrecordedMails(vault: pg.Pool, account: AccountId): Promise<UnrecordedMail[]> {
  const { rows } = await vault.query<UnrecordedMail>({
    name: 'unrecorded-mails',
    text: `select id, account, campaign, created_at as "askedAt", sent_at as "sentAt", unrecorded from vault.mail
           where account = $1 and unrecorded is not null order by created_at, id limit 100`,
    values: [account],
  });
  return rows;
}

/** Records in the log that `mail` was sent, and each time that it was opened since. */
export async function recordMail(deps: Dependencies, mail: UnrecordedMail): Promise<void> {
  const { id, account, campaign, sentAt } = mail;
  const key = await deps.keys.get(account);
  if (key === 'destroyed') return;
  const recipient = open(key, contextOf(id), mail.unrecorded);
  await changeMail(deps, id, account, { type: 'RecordSending', account, campaign, recipient }, sentAt);
  // Whoever clears the mark records the openings, once; later ones are recorded as they happen.
  const { rows } = await deps.vault.query<{ openings: Date[] }>(
    'update vault.mail set unrecorded = null where id = $1 and unrecorded is not null returning openings',
    [id],
  );
  for (const at of rows[0]?.openings ?? []) await changeMail(deps, id, account, { type: 'RecordOpening' }, at);
}

function contextOf(id: MailId): string {
  return `unrecorded mail\n${id}`;
}
