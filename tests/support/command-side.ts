import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import type { Cost } from '@anecdotes/command-service/account/password/password-hash';
import type { WholeLog } from '@anecdotes/command-service/event-log';
import type { CommandServiceDependencies } from '@anecdotes/command-service/service';
import { commandService, prepareCommandService } from '@anecdotes/command-service/service';
import type { DailyBytes } from '@anecdotes/command-service/write-limits';
import type { AccountId } from '@anecdotes/contracts';
import type { DocumentedRoute } from '@anecdotes/contracts/docs/documented-route';
import { newSigningKey } from '@anecdotes/contracts/server/auth/tokens';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import { createHttpServer, type HttpServer } from '@anecdotes/contracts/server/http/http-server';
import { loggerOptions } from '@anecdotes/contracts/server/http/logging';
import { createRegistry, measureRequests } from '@anecdotes/contracts/server/http/metrics';
import { limitUnknownRoutes } from '@anecdotes/contracts/server/http/unknown-routes';
import { createPool } from '@anecdotes/contracts/server/postgres/pool';
import { createEventStore, type EventStore } from '@anecdotes/deploy/embedded/event-store';
import type { LightMyRequestResponse } from 'fastify';
import type pg from 'pg';
import { createPreparedDatabase } from './database.ts';
import { collectRoutes } from './routes.ts';
import { isOnWire, openWireLog } from './wire-log.ts';

/** The cost of password hashes in tests that are not about how long they take. */
export const CHEAP: Cost = { m: 64, t: 1, p: 1 };

export const GUEST_PASSWORD = 'guest-demo';

export type CommandSide = {
  app: HttpServer;
  deps: CommandServiceDependencies;
  log: EventStore;
  vault: pg.Pool;
  registry: ReturnType<typeof createRegistry>;
  /** Every route that was registered, as `METHOD /path`. */
  routes: DocumentedRoute[];
  /** Everything that was logged so far. */
  logged(): string;
  /** A bearer token of `account`, or of a new account. */
  tokenOf(account?: AccountId): Promise<string>;
  /** Makes an account that has a key and a credential, but no name. */
  newAccount(): Promise<AccountId>;
  /** Prepares the service once more, as the next start does, on the same log and vault or on the given ones. */
  prepareAgain(on?: { log?: WholeLog; vault?: pg.Pool }): Promise<CommandServiceDependencies>;
  close(): Promise<void>;
};

/** The command side on a database of its own: real Postgres, real log, real tokens. */
export async function startCommandSide(
  options: {
    clock?: () => Date;
    log?: (store: EventStore) => EventStore;
    isRateLimited?: boolean;
    dailyBytes?: DailyBytes;
    redditBaseUrl?: string;
    minResponseMs?: number;
    passwordCost?: Cost;
  } = {},
): Promise<CommandSide> {
  const url = await createPreparedDatabase();
  const onError = () => {};
  const vault = createPool(url, { name: 'vault', max: 8, onError });
  const store = isOnWire ? await openWireStore() : createEventStore(url, { onError });
  await store.migrate();
  const log = options.log?.(store) ?? store;
  const settings = {
    masterKey: randomBytes(32),
    signingKey: newSigningKey(),
    accessTokenTtl: 3600,
    guestPassword: GUEST_PASSWORD,
    guestResetHours: 24,
    guestMaxAnecdotes: 20_000,
    redditBaseUrl: options.redditBaseUrl ?? null,
    isRateLimited: options.isRateLimited ?? false,
    ...(options.dailyBytes && { dailyBytes: options.dailyBytes }),
    minResponseMs: options.minResponseMs ?? 0,
    keyRetirementMs: 0,
    passwordCost: options.passwordCost ?? CHEAP,
  };
  const deps = await prepareCommandService(settings, { log, vault, ...(options.clock && { clock: options.clock }) });

  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const logger = { ...(loggerOptions('trace') as object), stream };
  const app = createHttpServer({ logger });
  limitUnknownRoutes(app, deps.limiter);
  const registry = createRegistry();
  measureRequests(app, registry, 'command');
  const routes = collectRoutes(app);
  await app.register(commandService(deps, registry));
  await app.ready();

  const newAccount = async () => {
    const account = newId() as AccountId;
    await deps.keys.create(account);
    await vault.query(`insert into vault.credential (account, role, password_hash) values ($1, 'member', '')`, [
      account,
    ]);
    return account;
  };
  return {
    app,
    deps,
    log,
    vault,
    registry,
    routes,
    logged: () => lines.join(''),
    newAccount,
    prepareAgain: (on = {}) => prepareCommandService(settings, { log, vault, ...on }),
    async tokenOf(account) {
      const session = newId() as Parameters<typeof deps.signer.sign>[1];
      const owner = account ?? (await newAccount());
      await vault.query(
        `insert into vault.session (id, account, role, expires_at) values ($1, $2, 'member', now() + interval '1 hour')`,
        [session, owner],
      );
      return deps.signer.sign(owner, session);
    },
    async close() {
      await app.close();
      registry.clear();
      await store.close();
      await vault.end();
    },
  };
}

/** A log on the wire protocol as an EventStore; it needs no tables and has no chain. */
export async function openWireStore(): Promise<EventStore> {
  const verifyChain = () => Promise.reject(new Error('there is no chain in EventStoreDB'));
  return { ...(await openWireLog()), migrate: async () => {}, refuseNewer: async () => {}, verifyChain };
}

/** Calls of one account: `call('POST', '/api/anecdotes', body, headers)`. */
export function callerOf(app: HttpServer, token: string) {
  return (
    method: 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> =>
    app.inject({
      method,
      url,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
}
export type Caller = ReturnType<typeof callerOf>;

/** Repeats a call that is refused for now, as many calls at once are on a slow machine. */
export async function untilAvailable(makeCall: () => ReturnType<Caller>): ReturnType<Caller> {
  const answer = await makeCall();
  return answer.statusCode === 503 ? untilAvailable(makeCall) : answer;
}
