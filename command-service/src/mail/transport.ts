import type { AccountId, MailId } from '@anecdotes/contracts';
import { createTransport } from 'nodemailer';
import type { RenderedMail } from './templates.ts';

export type Addressed = RenderedMail & { readonly id: MailId; readonly account: AccountId };

/** The way out for mails; throws when the mail was not taken. */
export type MailTransport = {
  send(mail: Addressed): Promise<void>;
  close(): void;
};

/** Shorter than the lease of a mail, so that nobody else sends it meanwhile. */
const TIMEOUT_MS = 15_000;

/** Hands mails to the server at `smtpUrl`, as from `from`. */
export function createSmtpTransport(smtpUrl: string, from: string): MailTransport {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.replace(/^.*@|>$/g, '');
  return {
    async send({ id, to, subject, text, html }) {
      // One recipient as an object: nothing in an address can be read as another one.
      const envelope = { from: from.replace(/^.*<|>$/g, ''), to: [to] };
      const messageId = `<${id}@${domain}>`;
      await transport.sendMail({ from, to: { name: '', address: to }, envelope, messageId, subject, text, html });
    },
    close: () => transport.close(),
  };
}
