import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { CommandConfiguration } from '@anecdotes/command-service/configuration';
import { startCommandService } from '@anecdotes/command-service/start';
import { newSigningKey } from '@anecdotes/contracts/server/auth/tokens';
import { ConfigurationError, readConfiguration } from '@anecdotes/contracts/server/settings/read-settings';
import { createEventStore, type EventStore } from '@anecdotes/deploy/embedded/event-store';
import { afterEach, expect, test } from 'vitest';
import { createPreparedDatabase } from '../support/database.ts';
import { expectSoon } from '../support/quiet-machine.ts';

const stores: EventStore[] = [];
afterEach(async () => {
  await Promise.all(stores.splice(0).map((store) => store.close()));
});

async function configure() {
  const DATABASE_URL = await createPreparedDatabase();
  const store = createEventStore(DATABASE_URL);
  stores.push(store);
  await store.migrate();
  const MASTER_KEY = randomBytes(32).toString('base64');
  const environment = { DATABASE_URL, MASTER_KEY, SIGNING_KEY: newSigningKey(), PORT: '0', LOG_LEVEL: 'silent' };
  return { configuration: readConfiguration(CommandConfiguration, environment), store };
}

test('the service on its own reports its health, accepts commands and stops', async () => {
  const { configuration, store } = await configure();
  const service = await startCommandService(configuration, store);
  const get = (path: string) => fetch(`${service.address}${path}`);
  expect((await get('/healthz')).status).toBe(200);
  expect((await get('/readyz')).status).toBe(200);
  expect(await (await get('/metrics')).text()).toContain('http_request_duration_seconds');
  const body = new URLSearchParams({ username: 'guest', password: 'guest-demo' });
  const logIn = await fetch(`${service.address}/api/auth/token`, { method: 'POST', body });
  expect(await logIn.json()).toMatchObject({ token_type: 'bearer' });
  await service.stop();
  await expect(get('/healthz')).rejects.toThrow();
});

test('a request in progress is answered before the service stops', async () => {
  const { configuration, store } = await configure();
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const slow = {
    ...store,
    async readStream(...args: Parameters<EventStore['readStream']>) {
      if (args[0] === 'anecdote-none') {
        reach();
        await held;
      }
      return store.readStream(...args);
    },
  };
  const service = await startCommandService(configuration, slow);
  const agent = new Agent({ keepAlive: true });
  const answer = new Promise<unknown>((resolve, reject) => {
    const call = request(`${service.address}/readyz`, { agent }, (response) => {
      const { statusCode, headers } = response;
      response.resume().on('end', () => resolve([statusCode, headers.connection]));
    });
    call.on('error', reject).end();
  });
  await reached;
  const started = performance.now();
  const stopped = service.stop();
  const refuses = () =>
    fetch(`${service.address}/none`).then(
      ({ status }) => status === 503,
      () => true,
    );
  await expect.poll(refuses).toBe(true);
  release();
  expect(await answer).toEqual([200, 'close']);
  await stopped;
  expectSoon(started, 3_000);
  agent.destroy();
});

test('several processes may start at once on an empty database', async () => {
  const { configuration, store } = await configure();
  const services = await Promise.all([1, 2, 3].map(() => startCommandService(configuration, store)));
  for (const { address, stop } of services) {
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    await stop();
  }
  const reservations = await eventTypes(store);
  expect(reservations.toSorted()).toEqual(['AccountRegistered', 'UsernameReserved']);
});

test('a master key of another database is refused before anything is written', async () => {
  const { configuration, store } = await configure();
  const service = await startCommandService(configuration, store);
  await service.stop();
  const head = await store.head();
  const other = { ...configuration, MASTER_KEY: randomBytes(32) };
  await expect(startCommandService(other, store)).rejects.toThrow(/MASTER_KEY/);
  expect(await store.head()).toBe(head);
});

async function eventTypes(store: EventStore): Promise<string[]> {
  const end = await store.head();
  const stop = new AbortController();
  const types: string[] = [];
  for await (const { events, position } of store.follow({ after: 0n, batchSize: 100, signal: stop.signal })) {
    types.push(...events.map(({ type }) => type));
    if (position >= end) stop.abort();
  }
  return types;
}

test('an error about wrong settings names them without their values', () => {
  const environment = { DATABASE_URL: 'mysql://secret', MASTER_KEY: 'c2hvcnQ=', SIGNING_KEY: 'secret' };
  const read = () => readConfiguration(CommandConfiguration, environment);
  expect(read).toThrow(ConfigurationError);
  expect(read).toThrow(/DATABASE_URL.*MASTER_KEY.*SIGNING_KEY/);
  expect(read).not.toThrow(/secret|c2hvcnQ/);
});
