import type { AnecdoteView, LocalMail } from '@anecdotes/contracts';
import { createPool } from '@anecdotes/contracts/server/postgres/pool';
import { createEventStore } from '@anecdotes/deploy/embedded/event-store';
import { copyLog } from '@anecdotes/deploy/log-copy/copy';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { clientWith, logIn } from '../support/client.ts';
import { createTestDatabase } from '../support/database.ts';
import { summarizeJournal, summarizeViews } from '../support/journal-summary.ts';
import { fixtureLog, readExpected, restoreVault } from '../support/log-fixture.ts';
import { type RunningProduct, startProduct } from '../support/product.ts';
import { silent } from '../support/silent.ts';
import { isOnWire, wireAddressOf, wireLogAt } from '../support/wire-log.ts';

/** Much longer than copying or replaying 20,000 events takes. */
const REPLAY_DEADLINE_MS = 240_000;
const expected = readExpected();

async function openStore(url: string) {
  const store = createEventStore(url);
  await store.migrate();
  return store;
}

describe('a log and a vault from before events had versions', () => {
  let pool: pg.Pool;
  let databaseUrl: string;
  let product: RunningProduct;
  let copied: Awaited<ReturnType<typeof copyLog>>;

  beforeAll(async () => {
    databaseUrl = await createTestDatabase();
    const eventStoreUrl = isOnWire ? await wireAddressOf(databaseUrl) : '';
    const log = isOnWire ? wireLogAt(eventStoreUrl) : await openStore(databaseUrl);
    copied = await copyLog(fixtureLog(), log, silent);
    const head = await log.head();
    await log.close();
    pool = createPool(databaseUrl, { name: 'test', max: 2, onError: () => {} });
    await restoreVault(pool);
    product = await startProduct(
      undefined,
      {
        DATABASE_URL: databaseUrl,
        EVENTSTORE_URL: eventStoreUrl,
        MASTER_KEY: expected.masterKey,
        SIGNING_KEY: expected.signingKey,
        // The journal of the guest is not emptied.
        GUEST_RESET_HOURS: '0',
      },
      // No option for cheap hashes: the stored passwords were hashed at full cost.
      [],
    );
    await vi.waitFor(
      async () => {
        const { rows } = await pool.query("select position from projection.generation where state = 'live'");
        expect(rows[0].position).toBeGreaterThanOrEqual(head);
      },
      { timeout: REPLAY_DEADLINE_MS, interval: 200 },
    );
  }, 2 * REPLAY_DEADLINE_MS);

  afterAll(async () => {
    await product.stop();
    await pool.end();
  });

  test('every event is copied with its id, revision, data and metadata', () => {
    expect(copied).toEqual({ copied: expected.events, present: 0, digest: expected.digest });
  });

  const checkChain = async () => {
    const store = createEventStore(databaseUrl);
    const check = await store.verifyChain();
    await store.close();
    expect(check).toMatchObject({ firstDifference: null });
    expect(check.verified).toBeGreaterThanOrEqual(expected.events);
  };
  if (!isOnWire) test('the hash chain of the log is valid', checkChain);

  test('no event is quarantined, and the views have the rows that the old version made', async () => {
    const { rows } = await pool.query('select stream, type, error from projection.quarantine');
    expect(rows).toEqual([]);
    const columns = Object.entries(expected.views).map(([table, { columns }]) => [table, columns] as const);
    expect(await summarizeViews(pool, Object.fromEntries(columns))).toEqual(expected.views);
  });

  test.each(expected.accounts)(
    '$username logs in with the old password and finds $anecdotes anecdotes as they were',
    async ({ username, password, anecdotes, linked, sameHere, tags, digest }) => {
      const client = await logIn(product.address, username, password);
      const get = async (path: string) => (await client.call('GET', path)).body;
      expect(await summarizeJournal(get)).toEqual({ anecdotes, linked, sameHere, tags, digest });
    },
  );

  test('an old anecdote in the middle of a chain can be edited, and keeps its connections', async () => {
    const { chain, accounts } = expected;
    const anna = await logIn(product.address, 'anna', accounts.find(({ username }) => username === 'anna')?.password);
    const path = `/api/anecdotes/${chain.id}`;
    const before = (await anna.call('GET', path)).body.data;
    const edited = await anna.call('PUT', path, { location: 'Winterthur' });
    expect(edited.status).toBe(200);
    const { location: _, updated_at: __, revision, ...same } = before;
    expect(edited.body.data).toMatchObject({ ...same, location: 'Winterthur', revision: revision + 1 });
    const seen = { 'x-min-position': edited.headers.get('x-log-position') ?? '' };
    expect((await anna.call('GET', path, undefined, seen)).body.data).toEqual(edited.body.data);
    const connections = await anna.call<{ parents: AnecdoteView[]; children: AnecdoteView[] }>(
      'GET',
      `${path}/connections`,
    );
    const { parents, children } = connections.body.data;
    expect([parents.length, children.length]).toEqual([chain.parents, chain.children]);
  });

  test('a stream of thousands of events accepts another one', async () => {
    const { longest, accounts } = expected;
    const anna = await logIn(product.address, 'anna', accounts.find(({ username }) => username === 'anna')?.password);
    const edited = await anna.call('PUT', `/api/anecdotes/${longest.stream.replace('anecdote-', '')}`, {
      description: 'Written by the version after.',
    });
    expect([edited.status, edited.body.data.revision]).toEqual([200, longest.events]);
  });

  test('an old API key can still read and write the journal', async () => {
    const program = clientWith(product.address, expected.apiKey.secret);
    const made = await program.call('POST', '/api/anecdotes', { description: 'By a program.', tags: ['after'] });
    expect(made.status).toBe(201);
  });

  test('an erased account stays erased although somebody else has its name now', async () => {
    const { username, password } = expected.erased;
    await expect(logIn(product.address, username, password)).rejects.toThrow('login answered 401');
  });

  test('a mail that was waiting in the outbox is sent', async () => {
    const { email } = expected.unverified;
    const kept = await vi.waitFor(async () => {
      const answer = await fetch(`${product.address}/dev/mailbox`, { headers: { accept: 'application/json' } });
      const mail = ((await answer.json()) as LocalMail[]).find(({ to }) => to === email);
      expect(mail).toBeDefined();
      return mail;
    }, 60_000);
    expect(kept).toMatchObject({ campaign: 'verify-email', text: expect.stringContaining('/verify-email?token=') });
  });
});
