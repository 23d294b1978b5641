import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { appendWithRetry } from '@anecdotes/command-service/append-with-retry';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type Client, logIn } from '../support/client.ts';
import { createTestLog, systemEvent } from '../support/eventstoredb/log.ts';
import { openLog, openServer } from '../support/eventstoredb/opened.ts';
import { startTestServer, type TestServer } from '../support/eventstoredb/server.ts';
import { collect, newEvent, newStream } from '../support/log-events.ts';
import { type RunningProduct, startProduct } from '../support/product.ts';

/** The full sizes take minutes; the default ones test the same in seconds. */
const RESTARTS = Number(process.env.FAULT_RESTARTS ?? 3);
const CUTS = Number(process.env.FAULT_CUTS ?? 50);
const PAUSE_SECONDS = Number(process.env.FAULT_PAUSE_SECONDS ?? 3);

const log = createTestLog();
let server: TestServer;
let product: RunningProduct;
let client: Client;

beforeAll(async () => {
  server = await startTestServer({ log });
  product = await startProduct(undefined, { EVENTSTORE_URL: server.url });
  client = await logIn(product.address);
});

afterAll(async () => {
  await product.stop();
  await server.stop();
});

const write = (description: string, key: string) =>
  client.call('POST', '/api/anecdotes', { description }, { 'idempotency-key': key });

test(
  `${RESTARTS} restarts of the log under 100 commands/s: each acknowledged command is stored once, and the product recovers by itself`,
  async () => {
    const acknowledged = new Map<string, bigint>();
    const stop = new AbortController();
    const commands: Promise<void>[] = [];
    const writing = (async () => {
      for (let n = 0; !stop.signal.aborted; n += 1) {
        commands.push(
          write(`Restart ${n}`, `restart-${n}`).then(({ status, headers, body }) => {
            expect([201, 503]).toContain(status);
            if (status === 201) acknowledged.set(body.data.id, BigInt(headers.get('x-log-position') ?? 0));
          }),
        );
        await delay(10);
      }
    })();
    const slowest = { ready: 0 };
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      await delay(500);
      await server.stop();
      await delay(300);
      const { port } = server;
      server = await startTestServer({ log, port });
      const started = performance.now();
      const before = acknowledged.size;
      await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(before), { timeout: 60_000, interval: 20 });
      await vi.waitFor(async () => expect((await read(newest(acknowledged))).status).toBe(200), { timeout: 60_000 });
      slowest.ready = Math.max(slowest.ready, performance.now() - started);
    }
    stop.abort();
    await writing;
    await Promise.all(commands);

    if (process.env.QUIET) expect(slowest.ready).toBeLessThan(10_000);
    const stored = log.events.filter(({ type }) => type === 'AnecdoteCreated').map(({ stream }) => stream);
    expect(new Set(stored).size).toBe(stored.length);
    for (const id of acknowledged.keys()) expect(stored).toContain(`anecdote-${id}`);
    await vi.waitFor(async () => expect((await read(newest(acknowledged))).total).toBe(stored.length), {
      timeout: 60_000,
    });
    report(`${acknowledged.size} acknowledged, ${stored.length} stored, ready within ${Math.round(slowest.ready)} ms`);
  },
  60_000 + RESTARTS * 120_000,
);

test('while the log does not answer, 200 commands are answered with 503 within 11 s and without a log line for each, and reads still work', async () => {
  const { headers } = await write('Before the silence', 'before');
  const position = BigInt(headers.get('x-log-position') ?? 0);
  await vi.waitFor(async () => expect((await read(position)).status).toBe(200), { timeout: 60_000 });
  const written = product.output().length;
  server.faults.blackHole = true;
  try {
    const started = performance.now();
    const answers = Promise.all(Array.from({ length: 200 }, (_, n) => write(`Into silence ${n}`, `silence-${n}`)));
    expect((await read(position)).status).toBe(200);
    expect((await read(position + 1_000_000n)).status).toBe(503);
    const statuses = (await answers).map(({ status, headers: sent }) => [status, sent.get('retry-after') !== null]);
    const seconds = (performance.now() - started) / 1_000;
    expect(statuses).toEqual(Array(200).fill([503, true]));
    if (process.env.QUIET) expect(seconds).toBeLessThan(11);
    report(`200 commands answered within ${seconds.toFixed(1)} s`);
    expect(product.output()).toContain('"msg":"EventStoreDB does not answer."');
    expect(product.output().slice(written)).not.toContain('request failed');
  } finally {
    server.faults.blackHole = false;
  }
  await vi.waitFor(async () => expect((await write('After the silence', 'after')).status).toBe(201), {
    timeout: 60_000,
  });
});

test('the product starts on a log whose last events are from other applications', async () => {
  for (let n = 0; n < 300; n += 1) log.append('other-stream', 'any', [systemEvent('OtherThing', '{}')]);
  const end = log.events.at(-1)?.position ?? 0n;
  await vi.waitFor(async () => expect((await read(end)).status).toBe(200), { timeout: 60_000 });
  await product.stop();
  product = await startProduct(product.dataDir, { EVENTSTORE_URL: server.url });
  client = await logIn(product.address);
  expect((await read(end)).status).toBe(200);
  expect((await write('Goes on', 'goes-on')).status).toBe(201);
});

test(`${CUTS} appends whose connection was cut after they were stored are stored once each when repeated`, async () => {
  const opened = await openServer();
  const streams = Array.from({ length: CUTS }, () => newStream());
  for (const stream of streams) {
    opened.server.faults.cutAfterAppend = 1;
    const append = { stream, expectedRevision: 'no-stream', events: [newEvent()] } as const;
    expect(await appendWithRetry(opened.log, append)).toMatchObject({ status: 'appended', revision: 0 });
  }
  expect(opened.server.faults.cutAfterAppend).toBe(0);
  const received = await collect(opened.log, 0n, (events) => events.length >= CUTS);
  expect(received.map(({ stream }) => stream)).toEqual(streams);
});

test(
  `a reader that paused for ${PAUSE_SECONDS} s at 1,000 events/s continues in order and misses nothing`,
  async () => {
    const url = await startServerProgram();
    const opened = openLog(url);
    const total = PAUSE_SECONDS * 1_000;
    const stop = new AbortController();
    const batches = opened.follow({ after: 0n, batchSize: 2_000, signal: stop.signal })[Symbol.asyncIterator]();
    await opened.append({ stream: newStream(), expectedRevision: 'no-stream', events: [newEvent()] });
    await batches.next();
    for (let second = 0; second < PAUSE_SECONDS; second += 1) {
      const started = performance.now();
      const append = () => {
        const events = Array.from({ length: 20 }, () => newEvent({ text: 'x'.repeat(500) }));
        const request = { stream: newStream(), expectedRevision: 'no-stream', events } as const;
        // On a slow machine an answer may come too late; the same events are then stored once.
        return opened.append(request).catch(() => opened.append(request));
      };
      await Promise.all(Array.from({ length: 50 }, append));
      await delay(Math.max(0, 1_000 - (performance.now() - started)));
    }
    let [received, last] = [0, 0n];
    while (received < total) {
      const { value } = await batches.next();
      for (const { position } of value?.events ?? []) {
        expect(position > last).toBe(true);
        last = position;
      }
      received += value?.events.length ?? 0;
    }
    stop.abort();
    await batches.next();
    expect(received).toBe(total);
  },
  60_000 + PAUSE_SECONDS * 2_000,
);

async function read(position: bigint): Promise<{ status: number; total: unknown }> {
  const { status, body } = await client.call('GET', '/api/anecdotes', undefined, { 'x-min-position': `${position}` });
  return { status, total: body.pagination?.totalItems };
}

function newest(acknowledged: ReadonlyMap<string, bigint>): bigint {
  return [...acknowledged.values()].reduce((most, position) => (position > most ? position : most), 0n);
}

/** Starts a server in its own process, so that it does not share the reader's thread. */
async function startServerProgram(): Promise<string> {
  const program = fileURLToPath(new URL('../support/eventstoredb/main.ts', import.meta.url));
  const child = spawn(process.execPath, [program, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill());
  for await (const chunk of child.stdout) {
    const found = /esdb:\S+/.exec(String(chunk))?.[0];
    if (found !== undefined) return found;
  }
  throw new Error('the server program ended');
}

function report(line: string): void {
  process.stdout.write(`${line}\n`);
}
