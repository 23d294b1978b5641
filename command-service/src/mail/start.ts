import type { CommandDependencies } from '../handle-command.ts';
import { createLocalMailbox } from './local-mailbox.ts';
import type { Outbox } from './outbox.ts';
import { createSmtpTransport } from './transport.ts';
import { type MailWorker, startMailWorker } from './worker.ts';

export type MailSettings = {
  /** Without one, mails stay in the local mailbox. */
  readonly smtpUrl: string | undefined;
  /** The sender, as `Name <address>` or an address alone. */
  readonly from: string | undefined;
  readonly baseUrl: () => string;
  /** Called with a line that has the link of a mail in the local mailbox. */
  readonly announce: (line: string) => void;
  readonly onError: (error: unknown) => void;
};

type Dependencies = CommandDependencies & Parameters<typeof createLocalMailbox>[0] & { readonly outbox: Outbox };

/** Starts to send the mails of the outbox, by SMTP or into the local mailbox. */
export function startMail(deps: Dependencies, { smtpUrl, from, baseUrl, announce, onError }: MailSettings): MailWorker {
  const transport =
    smtpUrl === undefined
      ? createLocalMailbox(deps, announce)
      : createSmtpTransport(smtpUrl, from ?? defaultSender(baseUrl()));
  return startMailWorker({ ...deps, transport, baseUrl, onError });
}

function defaultSender(baseUrl: string): string {
  const { hostname } = new URL(baseUrl);
  return `Anecdotes <no-reply@${/[a-z]/i.test(hostname) && !hostname.startsWith('[') ? hostname : 'localhost'}>`;
}
