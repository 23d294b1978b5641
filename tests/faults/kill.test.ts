import { randomBytes, randomInt } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createEventKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import { createPool } from '@anecdotes/contracts/server/postgres/pool';
import { createEventStore } from '@anecdotes/deploy/embedded/event-store';
import { projectors } from '@anecdotes/projection-service/read-models';
import { afterAll, expect, test, vi } from 'vitest';
import { type Client, clientWith, logIn } from '../support/client.ts';
import { embeddedDatabase } from '../support/embedded-database.ts';
import { createJournalWriter, readJournal } from '../support/journal-writer.ts';
import { killTree } from '../support/process-tree.ts';
import { newDataDir, type RunningProduct, startProduct } from '../support/product.ts';
import { expectLikeTheLog } from '../support/projection.ts';

const ROUNDS = Number(process.env.KILL_ROUNDS ?? 3);
const WRITERS = 8;
const masterKey = randomBytes(32);
const dataDir = newDataDir();
let product: RunningProduct | undefined;

afterAll(async () => {
  await product?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test(`${ROUNDS} kills of the whole process tree under load neither lose nor repeat a write`, {
  timeout: 120_000 + ROUNDS * 120_000,
}, async () => {
  let acknowledged = 0;
  const writers = Array.from({ length: WRITERS }, () =>
    createJournalWriter(() => {
      acknowledged += 1;
    }),
  );
  let token: string | undefined;

  for (let round = 0; ; round += 1) {
    product = await startProduct(dataDir, { MASTER_KEY: masterKey.toString('base64') });
    token ??= (await logIn(product.address)).token;
    const client = clientWith(product.address, token);
    await Promise.all(writers.map((writer) => writer.settle(client)));
    await expectEverythingOnce(client, writers);
    await expectSoundLogAndViews();
    if (round === ROUNDS) break;

    const killAfter = acknowledged + randomInt(20, 600);
    const writing = writers.map((writer) => writer.writeOn(client));
    await vi.waitUntil(() => acknowledged >= killAfter, { interval: 1, timeout: 60_000 });
    expect(killTree(product.process.pid ?? 0).length).toBeGreaterThan(2);
    await Promise.all([...writing, product.stop()]);
    product = undefined;
  }
});

async function expectEverythingOnce(client: Client, writers: readonly ReturnType<typeof createJournalWriter>[]) {
  const expected = new Map(writers.flatMap((writer) => [...writer.expected]));
  const positions = writers.map((writer) => writer.position()).sort((a, b) => Number(a - b));
  const found = await readJournal(client, positions.at(-1) ?? 0n);
  expect([...found].sort()).toEqual([...expected].sort());
}

/** Checks the hash chain, and compares every view row by row with a fresh fold of the log. */
async function expectSoundLogAndViews() {
  const url = embeddedDatabase(dataDir);
  const pool = createPool(url, { name: 'test', max: 5, onError: () => {} });
  const store = createEventStore(url);
  try {
    expect(await store.verifyChain()).toMatchObject({ firstDifference: null, verified: Number(await store.head()) });
    const keys = createEventKeys(pool, masterKey);
    await expectLikeTheLog({ pool, source: store, keys, projectors });
  } finally {
    await Promise.all([pool.end(), store.close()]);
  }
}
