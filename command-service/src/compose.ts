import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import type { LastPositions } from '@anecdotes/contracts/server/http/last-positions';
import type { Registry } from '@anecdotes/contracts/server/http/metrics';
import type pg from 'pg';
import type { CommandConfiguration } from './configuration.ts';
import type { WholeLog } from './event-log.ts';
import { mailboxRoute } from './mail/mailbox-route.ts';
import { startMail } from './mail/start.ts';
import type { MailWorker } from './mail/worker.ts';
import { type CommandServiceDependencies, commandService, prepareCommandService } from './service.ts';

/** The settings of the command side, in the all-in-one program and in the stand-alone service. */
type CommandSideConfiguration = Omit<
  CommandConfiguration,
  'DATABASE_URL' | 'HOST' | 'PORT' | 'VAULT_POOL' | 'MASTER_KEY'
> & { readonly MASTER_KEY: Uint8Array };

export type CommandSide = {
  readonly deps: CommandServiceDependencies;
  /** True when mails stay on this machine. */
  readonly keepsMails: boolean;
  /** Adds the routes to `app`; with `lastPositions` where the same process also answers queries. */
  addTo(app: HttpServer, registry: Registry, lastPositions?: LastPositions): Promise<void>;
  /** Starts to send mails. Links begin with PUBLIC_URL or `address`; `announce` gets links of locally kept mails. */
  sendMails(app: HttpServer, registry: Registry, address: string, announce: (line: string) => void): MailWorker;
};

/** Builds the command side on `log` and `vault`, for the all-in-one program and for the stand-alone service. */
export async function composeCommandSide(
  configuration: CommandSideConfiguration,
  { log, vault, onError }: { log: WholeLog; vault: pg.Pool; onError: (error: unknown) => void },
): Promise<CommandSide> {
  const { PUBLIC_URL, SMTP_URL, MAIL_FROM, NODE_ENV } = configuration;
  const settings = {
    masterKey: configuration.MASTER_KEY,
    signingKey: configuration.SIGNING_KEY,
    accessTokenTtl: configuration.ACCESS_TOKEN_TTL,
    guestPassword: configuration.GUEST_PASSWORD,
    isGuestOn: configuration.GUEST === 'on',
    registration: configuration.REGISTRATION,
    guestResetHours: configuration.GUEST_RESET_HOURS,
    guestMaxAnecdotes: configuration.GUEST_MAX_ANECDOTES,
    redditBaseUrl: configuration.REDDIT_BASE_URL,
    isRateLimited: configuration.RATE_LIMIT === 'on',
    rateLimitStore: configuration.RATE_LIMIT_STORE,
    dailyBytes: {
      account: configuration.ACCOUNT_DAILY_BYTES,
      guests: configuration.GUEST_DAILY_BYTES,
      guestAddress: configuration.GUEST_ADDRESS_DAILY_BYTES,
    },
    quota: {
      anecdotes: configuration.ACCOUNT_MAX_ANECDOTES ?? null,
      bytes: configuration.ACCOUNT_MAX_BYTES ?? null,
    },
    publicUrl: PUBLIC_URL,
  };
  const deps = await prepareCommandService(settings, { log, vault, onError });
  const keepsMails = SMTP_URL === undefined && NODE_ENV !== 'production';
  return {
    deps,
    keepsMails,
    async addTo(app, registry, lastPositions) {
      await app.register(commandService({ ...deps, lastPositions }, registry));
      if (keepsMails) mailboxRoute(app, deps);
    },
    sendMails: (app, registry, address, announce) =>
      startMail(
        deps,
        { smtpUrl: SMTP_URL, from: MAIL_FROM, baseUrl: PUBLIC_URL ?? address, announce },
        { logger: app.log, registry },
      ),
  };
}
