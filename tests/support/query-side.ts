import { migrateVault } from '@anecdotes/command-service/vault/migrate';
import { type AccountId, type AnecdoteId, headers, type SessionId, streams } from '@anecdotes/contracts';
import { createAuthenticator } from '@anecdotes/contracts/server/auth/authentication';
import { createCsrfProtection } from '@anecdotes/contracts/server/auth/csrf';
import { createTokenRenewal } from '@anecdotes/contracts/server/auth/sessions';
import { createSigningKeys } from '@anecdotes/contracts/server/auth/signing-keys';
import { createTokenSigner, createTokenVerifier, newSigningKey } from '@anecdotes/contracts/server/auth/tokens';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import { createHttpServer, type HttpServer } from '@anecdotes/contracts/server/http/http-server';
import { createRateLimiter } from '@anecdotes/contracts/server/http/memory-rate-limiter';
import { createPool } from '@anecdotes/contracts/server/postgres/pool';
import { followPositions } from '@anecdotes/projection-service/positions';
import type { Projector } from '@anecdotes/projection-service/projection/projector';
import { runProjection } from '@anecdotes/projection-service/projection/run';
import { projectionService } from '@anecdotes/projection-service/service';
import { created, createReadSide, newAccountId, newAnecdoteId, type OpenedLog } from './projection.ts';
import { publicConfiguration } from './public-configuration.ts';

export type QuerySide = Awaited<ReturnType<typeof startQuerySide>>;

/** A person with a session. */
export type Person = { account: AccountId; token: string; session: SessionId };

/**
 * Starts the projection-service over HTTP on a database and a log of its own; `startProjector` starts its projector.
 */
export async function startQuerySide({
  projectors,
  openLog,
  ...options
}: {
  clock?: () => Date;
  projectors?: readonly Projector[];
  openLog?: () => Promise<OpenedLog>;
} = {}) {
  const side = await createReadSide(projectors, openLog);
  const onError = () => {};
  const vault = createPool(side.url, { name: 'vault', max: 2, onError });
  const readers = createPool(side.url, { name: 'reader', max: 5, onError });
  await migrateVault(vault);
  const signingKeys = createSigningKeys(newSigningKey());
  const signer = createTokenSigner(signingKeys, 3_600);
  const authenticate = createAuthenticator(createTokenVerifier(signingKeys), vault);
  const positions = await followPositions(side.url, side.pool, onError);
  const app: HttpServer = createHttpServer({ logger: false });
  const cursorSecret = new Uint8Array(32).fill(7);
  const { keys, log: source } = side;
  const guard = { authenticate, limiter: createRateLimiter(false), csrf: createCsrfProtection(cursorSecret) };
  const renewToken = createTokenRenewal(vault, signer);
  const settings = { cursorSecret, configuration: publicConfiguration, showsEmailStatistics: true, testUsers: [] };
  await app.register(
    projectionService({
      databaseUrl: side.url,
      readers,
      vault,
      keys,
      source,
      positions,
      renewToken,
      ...guard,
      ...settings,
      ...options,
    }),
  );
  await app.ready();
  const stopping = new AbortController();
  let running = Promise.resolve();

  async function newPerson(): Promise<Person> {
    const account = newAccountId();
    const session = newId() as SessionId;
    await vault.query(`insert into vault.credential (account, role, password_hash) values ($1, 'member', '')`, [
      account,
    ]);
    await vault.query(
      `insert into vault.session (id, account, role, expires_at) values ($1, $2, 'member', now() + interval '1 hour')`,
      [session, account],
    );
    return { account, session, token: await signer.sign(account, session) };
  }

  /** Sends a read of `person` whose answer includes everything recorded so far. */
  async function ask(person: { token: string }, url: string, extra: Record<string, string> = {}) {
    const minimum = { [headers.minPosition]: String(await side.log.head()) };
    return app.inject({ url, headers: { authorization: `Bearer ${person.token}`, ...minimum, ...extra } });
  }

  return {
    ...side,
    app,
    vault,
    positions,
    newPerson,
    /** Records an anecdote of `person`, written at the instant `at`. Returns its id. */
    async write(person: Person, changes: Parameters<typeof created>[1] = {}, at?: string): Promise<AnecdoteId> {
      const id = newAnecdoteId();
      const event = created(person.account, changes);
      await side.record(streams.anecdote(id), person.account, at === undefined ? event : { ...event, at });
      return id;
    },
    /** Starts the projector; without it the views do not change. */
    startProjector(): void {
      running = runProjection(side.projection, {
        target: 'live',
        signal: stopping.signal,
        onBatch: ({ moved }) => {
          positions.advanceTo(moved);
          return undefined;
        },
      });
    },
    ask,
    /** The same as `ask`, with the JSON of the answer parsed. */
    async get(person: { token: string }, url: string, extra: Record<string, string> = {}) {
      const response = await ask(person, url, extra);
      return { status: response.statusCode, headers: response.headers, text: response.body, body: response.json() };
    },
    async close(): Promise<void> {
      stopping.abort();
      await running;
      await app.close();
      await positions.stop();
      await Promise.all([vault.end(), readers.end()]);
      await side.close();
    },
  };
}
