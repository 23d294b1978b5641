import { createHttpServer } from '@anecdotes/contracts/server/http/http-server';
import { loggerOptions } from '@anecdotes/contracts/server/http/logging';
import { createRegistry, measureRequests } from '@anecdotes/contracts/server/http/metrics';
import { limitUnknownRoutes } from '@anecdotes/contracts/server/http/unknown-routes';
import { checkDatabase, createPool } from '@anecdotes/contracts/server/postgres/pool';
import { createShortages } from '@anecdotes/contracts/server/postgres/shortage';
import type { RunningService } from '@anecdotes/contracts/server/process';
import { checkProduction } from '@anecdotes/contracts/server/settings/settings';
import type { CommandConfiguration } from './configuration.ts';
import type { EventLog } from './event-log.ts';
import { healthRoutes } from './health.ts';
import { mailboxRoute } from './mail/mailbox-route.ts';
import { startMail } from './mail/start.ts';
import { commandService, prepareCommandService } from './service.ts';

/** Starts the command side on its own over `log`, which the caller closes after `stop`. */
export async function startCommandService(configuration: CommandConfiguration, log: EventLog): Promise<RunningService> {
  checkProduction(configuration);
  const { HOST, PORT, TRUST_PROXY, DATABASE_URL, VAULT_POOL } = configuration;
  await checkDatabase(DATABASE_URL, VAULT_POOL);
  const shortages = createShortages();
  const app = createHttpServer({
    logger: loggerOptions(configuration.LOG_LEVEL, shortages),
    ...(TRUST_PROXY !== undefined && { trustProxy: TRUST_PROXY }),
  });
  const onError = (error: Error) => app.log.warn({ err: error }, 'a database connection was lost');
  const vault = createPool(DATABASE_URL, { name: 'vault', max: VAULT_POOL, onError });
  try {
    const settings = {
      masterKey: configuration.MASTER_KEY,
      signingKey: configuration.SIGNING_KEY,
      accessTokenTtl: configuration.ACCESS_TOKEN_TTL,
      guestPassword: configuration.GUEST_PASSWORD,
      guestResetHours: configuration.GUEST_RESET_HOURS,
      guestMaxAnecdotes: configuration.GUEST_MAX_ANECDOTES,
      redditBaseUrl: configuration.REDDIT_BASE_URL,
      isRateLimited: configuration.RATE_LIMIT === 'on',
      publicUrl: configuration.PUBLIC_URL,
    };
    const deps = await prepareCommandService(settings, { log, vault });
    const registry = createRegistry();
    measureRequests(app, registry, 'command');
    limitUnknownRoutes(app, deps.limiter);
    healthRoutes(app, { log, vault, registry, shortages });
    await app.register(commandService(deps, registry));
    if (configuration.SMTP_URL === undefined && configuration.NODE_ENV !== 'production') mailboxRoute(app, deps);
    const address = await app.listen({ host: HOST, port: PORT });
    const mail = startMail(deps, {
      smtpUrl: configuration.SMTP_URL,
      from: configuration.MAIL_FROM,
      baseUrl: () => configuration.PUBLIC_URL ?? address,
      announce: (line) => process.stdout.write(`${line}\n`),
      onError: (error) => app.log.warn({ err: error }, 'a mail is not sent yet'),
    });
    const stop = async () => {
      await app.close();
      await mail.stop();
      await vault.end();
    };
    return { address, stop };
  } catch (error) {
    await vault.end();
    throw error;
  }
}
