import { problemOf } from '@anecdotes/contracts/server/http/errors';
import { createEventStore, type EventStore } from '@anecdotes/deploy/embedded/event-store';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { newEvent, newStream } from '../support/log-events.ts';
import { expectSoon } from '../support/quiet-machine.ts';

let store: EventStore;
let admin: pg.Client;

beforeAll(async () => {
  const url = await createTestDatabase();
  store = createEventStore(url);
  await store.migrate();
  admin = new pg.Client(url);
  await admin.connect();
});

afterAll(async () => {
  await admin.end();
  await store.close();
});

const newAppend = () => ({ stream: newStream(), expectedRevision: 'no-stream' as const, events: [newEvent()] });
const failureOf = (promise: Promise<unknown>) => promise.then(() => undefined, problemOf);

test('an append that the database never answers fails as unavailable, and is stored once when repeated', async () => {
  await store.append(newAppend());
  const { rows } = await admin.query(
    `select pid from pg_stat_activity
     where datname = current_database() and application_name = 'anecdotes log writer'`,
  );
  const backend: number = rows[0].pid;
  const append = newAppend();
  process.kill(backend, 'SIGSTOP');
  const began = performance.now();
  const failure = await failureOf(store.append(append)).finally(() => process.kill(backend, 'SIGCONT'));
  expect(failure?.code).toBe('UNAVAILABLE');
  expectSoon(began, 7_500);

  const result = await vi.waitFor(() => store.append(append), { interval: 20, timeout: 60_000 });
  expect(result).toMatchObject({ status: 'appended', revision: 0 });
  expect(await store.readStream(append.stream)).toHaveLength(1);
});

test('an append that waits too long for another transaction fails as unavailable and stores nothing', async () => {
  await admin.query('begin; select from log.head for update');
  const append = newAppend();
  const failure = await failureOf(store.append(append));
  expect(failure?.code).toBe('UNAVAILABLE');
  await admin.query('rollback');
  expect(await store.readStream(append.stream)).toEqual([]);
  expect(await store.append(append)).toMatchObject({ status: 'appended' });
});

test('an append that Postgres cannot store fails without affecting the appends beside it', async () => {
  const good = [newAppend(), newAppend(), newAppend()];
  const bad = { ...newAppend(), stream: 'anecdote-\u0000' };
  const results = await Promise.allSettled([...good, bad, newAppend()].map(store.append));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
});
