import { type Authenticator, createAuthenticator } from '@anecdotes/contracts/server/authentication';
import { createCsrfProtection } from '@anecdotes/contracts/server/csrf';
import { guard } from '@anecdotes/contracts/server/guard';
import type { HttpServer } from '@anecdotes/contracts/server/http-server';
import { newId } from '@anecdotes/contracts/server/identifiers';
import { createRateLimiter } from '@anecdotes/contracts/server/rate-limit';
import { createSubjectKeys } from '@anecdotes/contracts/server/subject-keys';
import { createTokenSigner, createTokenVerifier, verifyingKeyOf } from '@anecdotes/contracts/server/tokens';
import type pg from 'pg';
import { createAttempts } from './account/attempts.ts';
import { ensureGuest } from './account/guest.ts';
import { eraseLapsedAccounts } from './account/lapse.ts';
import { createMarks } from './account/marks.ts';
import { type Cost, createPasswords } from './account/passwords.ts';
import { type AccountRouteDependencies, accountRoutes } from './account/routes.ts';
import { anecdoteRoutes } from './anecdote/routes.ts';
import { apiKeyRoutes } from './api-key/routes.ts';
import { createCarryOut } from './carry-out.ts';
import type { EventLog } from './event-log.ts';
import { createMailLimits } from './mail/limits.ts';
import { createOutbox } from './mail/outbox.ts';
import { pixelRoute } from './mail/pixel-route.ts';
import { createIdempotency } from './vault/idempotency.ts';
import { checkMasterKey } from './vault/master-key.ts';
import { migrateVault } from './vault/migrate.ts';
import { sweepVault } from './vault/sweep.ts';

export type CommandSettings = {
  /** 32 bytes; wraps the subject keys and marks names. */
  masterKey: Uint8Array;
  /** Ed25519 private key, PKCS #8 PEM. */
  signingKey: string;
  /** Seconds. */
  accessTokenTtl: number;
  guestPassword: string;
  /** Counts calls, or does not, for tests and benches. */
  isRateLimited: boolean;
  /** Where the product is reached, as far as that is known before it listens. */
  publicUrl?: string | undefined;
  /** See AccountRouteDependencies; 500 ms unless a test has less patience. */
  answerFloor?: number;
  /** How dear a password hash is; less than the default in tests only. */
  passwordCost?: Cost;
};

export type CommandServiceDependencies = AccountRouteDependencies & { authenticate: Authenticator };

const ANSWER_FLOOR_MS = 500;
const SWEEP_INTERVAL_MS = 10 * 60 * 1000;

/** The command side as a Fastify plugin: every changing call of the API, under /api. */
export function commandService(deps: CommandServiceDependencies): (app: HttpServer) => Promise<void> {
  return async (app) => {
    guard(app, deps);
    const idempotency = createIdempotency({
      ...deps,
      onUnkept: (error) => app.log.warn({ err: error }, 'an answer is not kept for its idempotency key'),
    });
    const sweeping = setInterval(() => {
      Promise.all([idempotency.sweep(), sweepVault(deps.vault), eraseLapsedAccounts(deps)]).catch((error: unknown) => {
        app.log.warn({ err: error }, 'what is over stays in the vault for now');
      });
    }, SWEEP_INTERVAL_MS).unref();
    app.addHook('onClose', async () => clearInterval(sweeping));

    const routes = async (api: HttpServer) => {
      const carryOut = createCarryOut(deps, idempotency);
      anecdoteRoutes(api, deps, carryOut);
      apiKeyRoutes(api, deps, carryOut);
      pixelRoute(api, deps);
      await accountRoutes(api, deps);
    };
    await app.register(routes, { prefix: '/api' });
  };
}

/**
 * What `commandService` runs on: brings the vault up to date and makes the guest account. Several processes may do so
 * at once. Throws ConfigurationError for a master key of another vault.
 */
export async function prepareCommandService(
  settings: CommandSettings,
  { log, vault, clock = () => new Date() }: { log: EventLog; vault: pg.Pool; clock?: () => Date },
): Promise<CommandServiceDependencies> {
  await migrateVault(vault);
  const verify = await createTokenVerifier(verifyingKeyOf(settings.signingKey));
  const keys = createSubjectKeys(vault, settings.masterKey);
  const limiter = createRateLimiter(settings.isRateLimited, clock);
  const deps: CommandServiceDependencies = {
    log,
    vault,
    clock,
    newId,
    keys,
    limiter,
    passwords: createPasswords(settings.passwordCost),
    marks: createMarks(settings.masterKey),
    signer: await createTokenSigner(settings.signingKey, settings.accessTokenTtl),
    authenticate: createAuthenticator(verify, vault),
    outbox: createOutbox({ vault, keys, clock, newId }),
    attempts: createAttempts(clock, settings.isRateLimited),
    mailLimits: createMailLimits(limiter),
    csrf: createCsrfProtection(settings.masterKey, settings.publicUrl),
    answerFloor: settings.answerFloor ?? ANSWER_FLOOR_MS,
  };
  await checkMasterKey(vault, deps.keys);
  await ensureGuest(deps, settings.guestPassword);
  return deps;
}
