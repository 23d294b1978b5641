import type { Addressed, MailTransport } from '@anecdotes/command-service/mail/transport';
import { type MailWorkerDependencies, sendNext } from '@anecdotes/command-service/mail/worker';
import type { MailCampaign } from '@anecdotes/contracts';
import type { CommandSide } from './command-side.ts';

export const BASE_URL = 'https://journal.example';

export type Mailbox = ReturnType<typeof openMailbox>;

/** Sends what is due on request and keeps it, as the world's mailboxes would. */
export function openMailbox(side: Pick<CommandSide, 'deps'>, transport: Partial<MailTransport> = {}) {
  const mails: Addressed[] = [];
  const deps: MailWorkerDependencies = {
    ...side.deps,
    baseUrl: () => BASE_URL,
    onError() {},
    transport: {
      async send(mail) {
        mails.push(mail);
      },
      close() {},
      ...transport,
    },
  };
  return {
    deps,
    mails,
    /** Sends all that is due and answers the mails to `to` so far, oldest first. */
    async of(to: string): Promise<Addressed[]> {
      while ((await sendNext(deps)) === 'worked');
      return mails.filter((mail) => mail.to === to);
    },
    /** The token in the newest mail of a campaign to `to`. */
    async token(to: string, campaign: MailCampaign): Promise<string> {
      const mail = (await this.of(to)).filter((sent) => sent.campaign === campaign).at(-1);
      const token = mail && new URL(mail.link).searchParams.get('token');
      if (!token) throw new Error(`no ${campaign} mail with a token`);
      return token;
    },
  };
}
