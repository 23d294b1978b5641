import { headers, type RegistrationMode } from '@anecdotes/contracts';
import { type Authenticator, createAuthenticator, principalOf } from '@anecdotes/contracts/server/auth/authentication';
import { createCsrfProtection } from '@anecdotes/contracts/server/auth/csrf';
import { guard } from '@anecdotes/contracts/server/auth/guard';
import { isPublic } from '@anecdotes/contracts/server/auth/route-policy';
import { createSigningKeys, type SigningKeys } from '@anecdotes/contracts/server/auth/signing-keys';
import { createTokenSigner, createTokenVerifier } from '@anecdotes/contracts/server/auth/tokens';
import { createEventKeys, MissingKey } from '@anecdotes/contracts/server/crypto/event-keys';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import { checkMasterKey } from '@anecdotes/contracts/server/crypto/master-key';
import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import { callerKey, type LastPositions } from '@anecdotes/contracts/server/http/last-positions';
import { createRateLimiter } from '@anecdotes/contracts/server/http/memory-rate-limiter';
import { counter, type Registry } from '@anecdotes/contracts/server/http/metrics';
import type { Usage } from '@anecdotes/contracts/server/http/rate-limit';
import { createPostgresRateLimiter } from '@anecdotes/contracts/server/postgres/rate-limiter';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { createBlindIndex, createBlindIndexes } from './account/blind-index.ts';
import type { AccountRouteDependencies } from './account/commands.ts';
import { ensureGuest } from './account/guest.ts';
import { adoptOldReservations } from './account/old-reservations.ts';
import { createLoginThrottle, createPostgresLoginThrottle } from './account/password/login-throttle.ts';
import { calibratedCost } from './account/password/password-cost.ts';
import type { Cost } from './account/password/password-hash.ts';
import { createPasswords } from './account/password/passwords.ts';
import { accountRoutes } from './account/routes.ts';
import { analyticsRoute } from './analytics/routes.ts';
import { createBatchIntake } from './anecdote/batch-intake.ts';
import { batchRoutes } from './anecdote/batch-routes.ts';
import { anecdoteRoutes } from './anecdote/routes.ts';
import { undoRoute } from './anecdote/undo-route.ts';
import { nameOldKeys } from './api-key/old-keys.ts';
import { apiKeyRoutes } from './api-key/routes.ts';
import type { WholeLog } from './event-log.ts';
import { createCommandExecutor } from './execute-command.ts';
import { createGuestJournal } from './guest-journal/guest-journal.ts';
import { fileImportRoutes } from './import/file-routes.ts';
import { createRedditSite } from './import/reddit-site.ts';
import { type ImportDependencies, importRoutes } from './import/routes.ts';
import { startJobs } from './jobs.ts';
import { createJournalQuota, forgetJournalUse, type QuotaSettings } from './journal-quota.ts';
import { createMailLimits } from './mail/limits.ts';
import { createOutbox } from './mail/outbox.ts';
import { pixelRoute } from './mail/pixel-route.ts';
import { operationRoutes } from './operations/routes.ts';
import { startOperations } from './operations/runner.ts';
import { isImporting } from './operations/stored-operations.ts';
import { type AnecdoteKeys, createAnecdoteKeys } from './vault/anecdote-keys.ts';
import { applyErasures } from './vault/erasures.ts';
import { createIdempotency } from './vault/idempotency.ts';
import { createLinkLock } from './vault/link-lock.ts';
import { createLogGuard, type LogGuard } from './vault/log-guard.ts';
import { joinVaultAndLog } from './vault/log-identity.ts';
import { migrateVault } from './vault/migrate.ts';
import { createStateCache, type StateCache } from './vault/state-cache.ts';
import { createWriteLimits, type DailyBytes, type WriteLimits, writerOf } from './write-limits.ts';

export type CommandSettings = {
  /** 32 bytes; wraps the subject keys; blind indexes are made with a key derived from it. */
  masterKey: Uint8Array;
  /** One or more Ed25519 private keys, PKCS #8 PEM, the newest first. */
  signingKey: string;
  /** Seconds. */
  accessTokenTtl: number;
  guestPassword: string;
  /** Whether people may log in as guest; by default they may. */
  isGuestOn?: boolean;
  /** Who may register; by default anybody. */
  registration?: RegistrationMode;
  /** Hours after which the guest's journal is emptied; 0 for never. */
  guestResetHours: number;
  /** How many anecdotes the guest's journal may hold until then. */
  guestMaxAnecdotes: number;
  /** The site that posts are imported from; null turns that import off. */
  redditBaseUrl: string | null;
  /** Whether calls are rate-limited; false for tests and benchmarks. */
  isRateLimited: boolean;
  /** Where calls are counted: in this process, or in the vault for all processes. */
  rateLimitStore?: 'memory' | 'postgres';
  /** By default unlimited. */
  dailyBytes?: DailyBytes;
  /** How much the journal of a member may hold; by default unlimited. */
  quota?: QuotaSettings;
  /** The URL of the product, if it is known before the server listens. */
  publicUrl?: string | undefined;
  /** See AccountRouteDependencies; 500 ms unless a test needs less. */
  minResponseMs?: number;
  /** Milliseconds between retiring the guest's keys and emptying the journal; 15 s unless a test needs less. */
  keyRetirementMs?: number;
  /** The cost of a password hash; by default calibrated to this machine. */
  passwordCost?: Cost;
};

export type CommandServiceDependencies = AccountRouteDependencies &
  ImportDependencies & {
    readonly log: WholeLog;
    readonly authenticate: Authenticator;
    readonly guestResetHours: number;
    readonly signingKeys: SigningKeys;
    readonly anecdoteKeys: AnecdoteKeys;
    readonly states: StateCache;
    readonly keyRetirementMs: number;
    readonly writeLimits: WriteLimits;
    readonly logGuard: LogGuard;
    /** Records the position of each caller's last write, in a process that also answers queries. */
    readonly lastPositions?: LastPositions | undefined;
  };

const UNBOUNDED: DailyBytes = { account: 1e15, guests: 1e15, guestAddress: 1e15 };
const MIN_RESPONSE_MS = 500;
/** How long log-ins may still wait for their turn after a request to shut down, which may take 10 s in all. */
const REFUSE_WAITING_MS = 6_000;
/** Other processes notice a retired key within KEY_CACHE_MS; the rest is for commands that are running then. */
const KEY_RETIREMENT_MS = 15_000;

/** The command side as a Fastify plugin: all changing calls of the API, under /api. Its metrics go to `registry`. */
export function commandService(
  deps: CommandServiceDependencies,
  registry: Registry,
): (app: HttpServer) => Promise<void> {
  return async (app) => {
    guard(app, { ...deps, extraLimits: (request) => bytesLeft(deps.writeLimits, request) });
    if (deps.lastPositions) recordLastPositions(app, deps.lastPositions);
    const warn = (message: string) => (err: unknown) => app.log.warn({ err }, message);
    const onAnswerNotStored = warn('idempotency: an answer could not be stored; a repetition is decided again');
    const idempotency = createIdempotency({ ...deps, onAnswerNotStored });
    deps.states.onUnsaved(warn('snapshots: one could not be saved; the next command on its stream reads more'));
    deps.logGuard.onChange((fault) => {
      if (fault === undefined) app.log.warn('event log: vault and log belong together again; commands are accepted');
      else app.log.error(`event log: ${fault} Commands are refused until this is fixed.`);
    });
    deps.logGuard.onFailedCheck(warn('event log: the check that vault and log belong together failed; will retry'));
    const operations = startOperations(deps, warn('operations: a step failed; will retry'));
    const jobs = [...startJobs(deps, idempotency, app.log), operations];
    // Refuses waiting log-ins with a time to retry, before the shutdown has to cut their connections.
    let refusing: NodeJS.Timeout | undefined;
    app.addHook('preClose', async () => {
      refusing = setTimeout(deps.passwords.close, REFUSE_WAITING_MS);
    });
    app.addHook('onClose', async () => {
      clearTimeout(refusing);
      await Promise.all(jobs.map((job) => job.stop()));
    });

    const routes = async (api: HttpServer) => {
      api.addHook('onRequest', async () => deps.logGuard.assertTogether());
      countMissingKeys(api, registry);
      const executeCommand = createCommandExecutor(deps, idempotency);
      anecdoteRoutes(api, deps, executeCommand);
      const intake = createBatchIntake(deps.writeLimits);
      batchRoutes(api, deps, executeCommand, intake);
      operationRoutes(api, deps, executeCommand, operations, intake);
      undoRoute(api, deps, executeCommand, intake);
      importRoutes(api, deps, executeCommand);
      await api.register((files) => fileImportRoutes(files, deps, executeCommand, operations));
      apiKeyRoutes(api, deps, executeCommand);
      pixelRoute(api, deps);
      analyticsRoute(api, deps, registry);
      await accountRoutes(api, deps);
    };
    await app.register(routes, { prefix: '/api' });
  };
}

function bytesLeft(limits: WriteLimits, request: FastifyRequest): readonly Usage[] {
  const { scope, needsBytes } = request.routeOptions.config;
  if (scope !== 'write' || needsBytes === false) return [];
  return limits.bytesLeft(writerOf(request));
}

/** Counts calls that failed because a key is missing from the vault: the vault is then older than the log. */
function countMissingKeys(api: HttpServer, registry: Registry): void {
  const help = 'Calls that met an event whose key the vault does not have';
  const missing = counter(registry, 'anecdotes_missing_keys_total', help, []);
  api.addHook('onError', async (_request, _reply, error: Error) => {
    if (error instanceof MissingKey) missing.inc();
  });
}

/** Records positions before the answer is sent, so that the next query of the caller already waits for them. */
function recordLastPositions(app: HttpServer, lastPositions: LastPositions): void {
  app.addHook('onSend', async (request, reply) => {
    const position = reply.getHeader(headers.logPosition);
    if (position === undefined || isPublic(request)) return;
    lastPositions.record(callerKey(principalOf(request)), String(position));
  });
}

/**
 * Builds what `commandService` needs: migrates the vault and creates the guest account. Several processes may do so at
 * once. Throws ConfigurationError if the master key or the log belongs to another vault.
 */
export async function prepareCommandService(
  settings: CommandSettings,
  {
    log: unguarded,
    vault,
    clock = () => new Date(),
    onError,
  }: { log: WholeLog; vault: pg.Pool; clock?: () => Date; onError?: (error: unknown) => void },
): Promise<CommandServiceDependencies> {
  await migrateVault(vault);
  const signingKeys = createSigningKeys(settings.signingKey);
  const verify = createTokenVerifier(signingKeys);
  const keys = createEventKeys(vault, settings.masterKey);
  const states = createStateCache(vault, keys);
  const anecdoteKeys = createAnecdoteKeys({ vault, keys, newId }, settings.masterKey);
  const reapplyErasures = () => applyErasures({ vault, log: unguarded, keys, anecdoteKeys });
  const logGuard = createLogGuard(vault, unguarded, reapplyErasures);
  const { log } = logGuard;
  const secret = settings.masterKey;
  const isShared = settings.isRateLimited && settings.rateLimitStore === 'postgres';
  const limiter = isShared
    ? createPostgresRateLimiter(vault, { secret, onError })
    : createRateLimiter(settings.isRateLimited, clock);
  const accounts: AccountRouteDependencies & Pick<CommandServiceDependencies, 'log' | 'authenticate'> = {
    log,
    vault,
    clock,
    newId,
    keys,
    states,
    limiter,
    passwords: createPasswords(settings.passwordCost ?? (await calibratedCost(vault))),
    blindIndexes: createBlindIndexes(settings.masterKey),
    signer: createTokenSigner(signingKeys, settings.accessTokenTtl),
    authenticate: createAuthenticator(verify, vault),
    outbox: createOutbox({ vault, keys, clock, newId }),
    loginThrottle: isShared
      ? createPostgresLoginThrottle(vault, secret)
      : createLoginThrottle(clock, settings.isRateLimited),
    mailLimits: createMailLimits(limiter),
    csrf: createCsrfProtection(settings.masterKey, settings.publicUrl),
    registration: settings.registration ?? 'open',
    minResponseMs: settings.minResponseMs ?? MIN_RESPONSE_MS,
  };
  await checkMasterKey(vault, keys);
  await joinVaultAndLog({ vault, log: unguarded });
  await reapplyErasures();
  await adoptOldReservations(accounts);
  await nameOldKeys(accounts);
  const guest = await ensureGuest(accounts, settings.guestPassword, settings.isGuestOn ?? true);
  // Again, because a new log has its first event only now.
  await joinVaultAndLog({ vault, log: unguarded });
  const { anecdotes = null, bytes = null } = settings.quota ?? {};
  const hasQuota = anecdotes !== null || bytes !== null;
  const quota = hasQuota ? createJournalQuota({ vault, log }, { anecdotes, bytes }) : undefined;
  if (!hasQuota) await forgetJournalUse(vault);
  const deps: CommandServiceDependencies = {
    ...accounts,
    quota,
    withLinkLock: createLinkLock(vault),
    isImporting: (account) => isImporting(vault, account),
    guestJournal: createGuestJournal(accounts, guest, settings.guestMaxAnecdotes),
    guestResetHours: settings.guestResetHours,
    signingKeys,
    anecdoteKeys,
    states,
    keyRetirementMs: settings.keyRetirementMs ?? KEY_RETIREMENT_MS,
    writeLimits: createWriteLimits(limiter, settings.dailyBytes ?? UNBOUNDED, quota),
    logGuard,
    reddit: settings.redditBaseUrl === null ? null : createRedditSite(settings.redditBaseUrl),
    postIndex: createBlindIndex(settings.masterKey, 'reddit-post-mark', (accountAndPost) => accountAndPost),
  };
  return deps;
}
