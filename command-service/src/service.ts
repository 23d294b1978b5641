import {
  type Authenticator,
  createAuthenticator,
  requireAuthentication,
} from '@anecdotes/contracts/server/authentication';
import type { HttpServer } from '@anecdotes/contracts/server/http-server';
import { newId } from '@anecdotes/contracts/server/identifiers';
import { createSubjectKeys } from '@anecdotes/contracts/server/subject-keys';
import { createTokenSigner, createTokenVerifier, verifyingKeyOf } from '@anecdotes/contracts/server/tokens';
import type pg from 'pg';
import { ensureGuest } from './account/guest.ts';
import type { LogInDependencies } from './account/log-in.ts';
import { createPasswords } from './account/passwords.ts';
import { accountRoutes } from './account/routes.ts';
import { createUsernameMark } from './account/usernames.ts';
import { anecdoteRoutes } from './anecdote/routes.ts';
import { createCarryOut } from './carry-out.ts';
import type { EventLog } from './event-log.ts';
import { createIdempotency } from './vault/idempotency.ts';
import { checkMasterKey } from './vault/master-key.ts';
import { migrateVault } from './vault/migrate.ts';

export type CommandSettings = {
  /** 32 bytes; wraps the subject keys and marks usernames. */
  masterKey: Uint8Array;
  /** Ed25519 private key, PKCS #8 PEM. */
  signingKey: string;
  /** Seconds. */
  accessTokenTtl: number;
  guestPassword: string;
};

export type CommandServiceDependencies = LogInDependencies & { authenticate: Authenticator };

const SWEEP_INTERVAL_MS = 10 * 60 * 1000;

/** The command side as a Fastify plugin: every changing call of the API, under /api. */
export function commandService(deps: CommandServiceDependencies): (app: HttpServer) => Promise<void> {
  return async (app) => {
    requireAuthentication(app, deps.authenticate);
    const idempotency = createIdempotency({
      ...deps,
      onUnkept: (error) => app.log.warn({ err: error }, 'an answer is not kept for its idempotency key'),
    });
    const sweeping = setInterval(() => {
      idempotency.sweep().catch((error: unknown) => app.log.warn({ err: error }, 'old idempotency keys stay for now'));
    }, SWEEP_INTERVAL_MS).unref();
    app.addHook('onClose', async () => clearInterval(sweeping));

    const routes = async (api: HttpServer) => {
      anecdoteRoutes(api, deps, createCarryOut(deps, idempotency));
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
  const deps: CommandServiceDependencies = {
    log,
    vault,
    clock,
    newId,
    keys: createSubjectKeys(vault, settings.masterKey),
    passwords: createPasswords(),
    usernameMark: createUsernameMark(settings.masterKey),
    signer: await createTokenSigner(settings.signingKey, settings.accessTokenTtl),
    authenticate: createAuthenticator(verify, vault),
  };
  await checkMasterKey(vault, deps.keys);
  await ensureGuest(deps, settings.guestPassword);
  return deps;
}
