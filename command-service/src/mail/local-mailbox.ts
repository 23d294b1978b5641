import type { LocalMail } from '@anecdotes/contracts';
import type { SubjectKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import { open, seal } from '@anecdotes/contracts/server/crypto/sealing';
import type pg from 'pg';
import type { MailTransport } from './transport.ts';

type Dependencies = { vault: pg.Pool; keys: SubjectKeys; clock: () => Date };

const KEPT = 200;

/** Keeps mails in the vault and passes each one's link to `announce`, for use without a mail server. */
export function createLocalMailbox(
  { vault, keys, clock }: Dependencies,
  announce: (line: string) => void,
): MailTransport {
  return {
    async send({ id, account, to, subject, text, html, campaign, link }) {
      const key = await keys.get(account);
      if (key === 'destroyed') return;
      const content = JSON.stringify({ to, subject, text, html, campaign });
      await vault.query(
        `with old as (
           delete from vault.local_mail
           where id in (select id from vault.local_mail order by sent_at desc, id desc offset ${KEPT - 1}))
         insert into vault.local_mail (id, account, content, sent_at)
         select $1, account, $3, $4 from vault.credential where account = $2 for key share on conflict do nothing`,
        [id, account, seal(key, contextOf(id), content), clock()],
      );
      announce(`Mail (${campaign}): ${link}`);
    },
    close() {},
  };
}

type Row = { id: LocalMail['id']; account: Parameters<SubjectKeys['get']>[0]; content: string; sent_at: Date };

/** The kept mails, newest first. */
export async function readLocalMailbox({ vault, keys }: Pick<Dependencies, 'vault' | 'keys'>): Promise<LocalMail[]> {
  const { rows } = await vault.query<Row>(
    'select id, account, content, sent_at from vault.local_mail order by sent_at desc, id desc',
  );
  const mails: LocalMail[] = [];
  for (const { id, account, content, sent_at } of rows) {
    const key = await keys.get(account);
    if (key === 'destroyed') continue;
    const { to, subject, text, html, campaign } = JSON.parse(open(key, contextOf(id), content)) as LocalMail;
    mails.push({ id, to, subject, text, html, campaign, sent_at: sent_at.toISOString() });
  }
  return mails;
}

function contextOf(id: string): string {
  return `local-mail\n${id}`;
}
