import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import { counter, type Registry } from '@anecdotes/contracts/server/http/metrics';
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
  /** The URL of the product. */
  readonly baseUrl: string;
  /** Called with a line that has the link of a mail in the local mailbox. */
  readonly announce: (line: string) => void;
};

type Dependencies = CommandDependencies & Parameters<typeof createLocalMailbox>[0] & { readonly outbox: Outbox };

/**
 * Starts to send the mails of the outbox, by SMTP or into the local mailbox. Failures are logged by `logger`; mails
 * that are given up are also counted in `registry`.
 */
export function startMail(
  deps: Dependencies,
  { smtpUrl, from, baseUrl, announce }: MailSettings,
  { logger, registry }: { logger: HttpServer['log']; registry: Registry },
): MailWorker {
  const transport =
    smtpUrl === undefined
      ? createLocalMailbox(deps, announce)
      : createSmtpTransport(smtpUrl, from ?? defaultSender(baseUrl));
  const givenUp = counter(registry, 'anecdotes_mails_given_up_total', 'Mails that could not be sent in a day', []);
  return startMailWorker({
    ...deps,
    transport,
    baseUrl,
    onError: (err) =>
      logger.warn({ err, smtpStatus: smtpStatusOf(err) }, 'mail worker: a mail could not be sent; will retry'),
    onGivenUp(mail) {
      givenUp.inc();
      logger.error({ mail }, 'mail worker: a mail could not be sent in a day and was given up');
    },
  });
}

/** With which status a mail server refused, such as 550 for an unknown recipient; undefined if it did not answer. */
function smtpStatusOf(error: unknown): number | undefined {
  return (error as { responseCode?: number } | null)?.responseCode;
}

function defaultSender(baseUrl: string): string {
  const { hostname } = new URL(baseUrl);
  return `Anecdotes <no-reply@${/[a-z]/i.test(hostname) && !hostname.startsWith('[') ? hostname : 'localhost'}>`;
}
