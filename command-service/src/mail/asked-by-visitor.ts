import type { AccountId, MailCampaign, MailId } from '@anecdotes/contracts';
import { open, seal } from '@anecdotes/contracts/server/crypto/sealing';
import type pg from 'pg';
import type { CommandDependencies } from '../handle-command.ts';

/*
 * Anybody can ask for a mail to any address and then watch the position of the log: an event about the mail would show
 * that the address has an account. So what happens to such a mail is kept in the vault, and is recorded in the log only
 * when the owner of the account verifies the address, resets the password or logs in.
 */

type Dependencies = CommandDependencies & { readonly vault: pg.Pool };

/** A sent mail that is not recorded in the log yet, and when it was opened. */
export type UnrecordedMail = {
  readonly id: MailId;
  readonly campaign: MailCampaign;
  readonly askedAt: Date;
  readonly sentAt: Date;
  readonly openings: readonly Date[];
  readonly recipient: string;
};

type Row = Omit<UnrecordedMail, 'recipient'> & {
  /** The recipient, sealed. */
  readonly unrecorded: string;
};

const campaigns: ReadonlySet<MailCampaign> = new Set(['verify-email', 'password-reset', 'account-exists']);

/** True for mails of a call that needs no session. */
export function isAskedByVisitor(campaign: MailCampaign): boolean {
  return campaigns.has(campaign);
}

/**
 * Marks mail `id` as sent, unless it is marked already, and keeps its recipient, sealed, until it is recorded; not that
 * of an erased account.
 */
export async function keepUnrecorded(
  { vault, keys }: Dependencies,
  { id, account, recipient }: { id: MailId; account: AccountId; recipient: string },
): Promise<void> {
  const key = await keys.get(account);
  const unrecorded = key === 'destroyed' ? null : seal(key, contextOf(id), recipient);
  await vault.query(
    `update vault.mail set sent_at = now(), content = null, unrecorded = $2
     where id = $1 and content is not null`,
    [id, unrecorded],
  );
}

/** Takes out the mails to `account` that are not in the log yet, oldest first. The caller must record them. */
export async function takeUnrecordedMails(
  { keys }: Pick<Dependencies, 'keys'>,
  tx: pg.ClientBase,
  account: AccountId,
): Promise<UnrecordedMail[]> {
  const key = await keys.get(account);
  if (key === 'destroyed') return [];
  const { rows } = await tx.query<Row>({
    name: 'unrecorded-mails',
    text: `with taken as (
             select id, unrecorded from vault.mail where account = $1 and unrecorded is not null for update),
           cleared as (
             update vault.mail m set unrecorded = null from taken where m.id = taken.id
             returning m.id, campaign, created_at, sent_at, openings, taken.unrecorded)
           select id, campaign, created_at as "askedAt", sent_at as "sentAt", openings, unrecorded
           from cleared order by created_at, id`,
    values: [account],
  });
  return rows.map(({ unrecorded, ...mail }) => ({ ...mail, recipient: open(key, contextOf(mail.id), unrecorded) }));
}

function contextOf(id: MailId): string {
  return `unrecorded mail\n${id}`;
}
