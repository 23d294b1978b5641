import type { AccountId, MailId } from '@anecdotes/contracts';
import { createTransport } from 'nodemailer';
import type { RenderedMail } from './templates.ts';

export type Addressed = RenderedMail & { readonly id: MailId; readonly account: AccountId };

/** Sends mails; `send` throws when the mail was not accepted. */
export type MailTransport = {
  send(mail: Addressed): Promise<void>;
  close(): void;
};

/** Shorter than the lease of a mail, so that no other process sends it at the same time. */
const TIMEOUT_MS = 15_000;

/** Sends mails through the server at `smtpUrl`, with `from` as sender. */
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
      // The recipient is an object, so that an address is never parsed as a list of several.
      const envelope = { from: from.replace(/^.*<|>$/g, ''), to: [to] };
      const messageId = `<${id}@${domain}>`;
      await transport.sendMail({ from, to: { name: '', address: to }, envelope, messageId, subject, text, html });
    },
    close: () => transport.close(),
  };
}
