import type { StoredEvent } from '@anecdotes/contracts';
import { createNotifier } from '@anecdotes/contracts/server/concurrency/notifier';
import { createEventStore } from '@anecdotes/deploy/embedded/event-store';
import { followLog } from '@anecdotes/deploy/embedded/event-store-follow';
import { readHead, readPage } from '@anecdotes/deploy/embedded/event-store-read';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { newEvent, newStream } from '../support/log-events.ts';

test('following 10,000 events with a slow reader reads exactly one page ahead', async () => {
  const url = await createTestDatabase();
  const store = createEventStore(url);
  await store.migrate();
  await Promise.all(
    Array.from({ length: 100 }, () =>
      store.append({
        stream: newStream(),
        expectedRevision: 'no-stream',
        events: Array.from({ length: 100 }, () => newEvent({ text: 'x'.repeat(200) })),
      }),
    ),
  );
  const pool = new pg.Pool({ connectionString: url });
  let pages = 0;
  const log = {
    head: () => readHead(pool),
    appended: createNotifier(),
    onError: () => {},
    async readPage(after: bigint, size: number, bytes: number) {
      const page = await readPage(pool, after, size, bytes);
      if (page.events.length > 0) pages += 1;
      return page;
    },
  };
  const stop = new AbortController();
  let received = 0n;
  for await (const { events, position } of followLog(log, { after: 0n, batchSize: 250, signal: stop.signal })) {
    expect(events[0]?.position).toBe(received + 1n);
    received = position;
    const consumed = Number(received) / 250;
    if (received < 10_000n) await vi.waitFor(() => expect(pages).toBe(consumed + 1), { timeout: 60_000, interval: 1 });
    else stop.abort();
  }
  expect(received).toBe(10_000n);
  expect(pages).toBe(40);
  await pool.end();
  await store.close();
});

test('following throws the last error once as many reads in a row have failed as are allowed', async () => {
  const onError = vi.fn();
  const first = { events: [{ position: 1n } as StoredEvent], isFull: true };
  const readPage = async (after: bigint) => (after === 0n ? first : Promise.reject(new Error('gone')));
  const log = { head: async () => 1n, appended: createNotifier(), readPage, onError, maxFailures: 3 };
  const following = followLog(log, { after: 0n, batchSize: 10, signal: new AbortController().signal });
  expect((await following.next()).value).toMatchObject({ position: 1n });
  // The failure of the page that was read ahead is not lost, and does not end the process.
  await vi.waitFor(() => expect(onError).toHaveBeenCalledTimes(3), { timeout: 60_000 });
  await new Promise(setImmediate);
  await expect(following.next()).rejects.toThrow('gone');
});

test('following resumes at its position after its connections were cut', async () => {
  const url = await createTestDatabase();
  const onError = vi.fn();
  const store = createEventStore(url, { onError });
  await store.migrate();
  const admin = new pg.Client(url);
  await admin.connect();
  const append = () => store.append({ stream: newStream(), expectedRevision: 'no-stream', events: [newEvent()] });
  const stop = new AbortController();
  const received: bigint[] = [];
  const following = (async () => {
    for await (const batch of store.follow({ after: 0n, batchSize: 10, signal: stop.signal })) {
      received.push(...batch.events.map(({ position }) => position));
    }
  })();

  for (let round = 1; round <= 5; round += 1) {
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where pid <> pg_backend_pid() and datname = current_database() and backend_type = 'client backend'`,
    );
    await vi.waitFor(append, { interval: 5, timeout: 60_000 });
    await vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(round), { interval: 5, timeout: 60_000 });
  }
  expect(onError).toHaveBeenCalled();
  expect(received).toEqual(received.map((_, index) => BigInt(index + 1)));
  stop.abort();
  await following;
  await admin.end();
  await store.close();
});
