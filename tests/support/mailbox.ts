import type { Addressed, MailTransport } from '@anecdotes/command-service/mail/transport';
import { type MailWorkerDependencies, sendNext } from '@anecdotes/command-service/mail/worker';
import type { MailCampaign } from '@anecdotes/contracts';
import type { CommandSide } from './command-side.ts';

export const BASE_URL = 'https://journal.example';

export type Mailbox = ReturnType<typeof openMailbox>;

/** Sends the mails of the outbox that are due when asked to, and keeps them, in place of a mail server. */
export function openMailbox(side: Pick<CommandSide, 'deps'>, transport: Partial<MailTransport> = {}) {
  const mails: Addressed[] = [];
  const deps: MailWorkerDependencies = {
    ...side.deps,
    baseUrl: BASE_URL,
    onError() {},
    onGivenUp() {},
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
    /** Sends all mails that are due and returns those to `to` so far, oldest first. */
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
