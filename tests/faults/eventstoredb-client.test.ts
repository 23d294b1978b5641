import { appendWithRetry } from '@anecdotes/command-service/append-with-retry';
import type { Append } from '@anecdotes/command-service/event-log';
import { Problem, type StoredEvent } from '@anecdotes/contracts';
import { createShortages } from '@anecdotes/contracts/server/postgres/shortage';
import { openEventLog } from '@anecdotes/deploy/embedded/event-log';
import type { EventSource } from '@anecdotes/projection-service/event-source';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestLog, systemEvent } from '../support/eventstoredb/log.ts';
import { startNamespace } from '../support/eventstoredb/namespace.ts';
import { openLog, openServer } from '../support/eventstoredb/opened.ts';
import { startTestServer, type TestServer } from '../support/eventstoredb/server.ts';
import { collect, newEvent, newStream } from '../support/log-events.ts';
import { expectSoon } from '../support/quiet-machine.ts';

const create = (stream = newStream(), events = [newEvent()]): Append => ({
  stream,
  expectedRevision: 'no-stream',
  events,
});

/** Long enough for any machine. */
const WAIT_OPTIONS = { timeout: 60_000, interval: 20 };

const unavailable = expect.objectContaining({ code: 'UNAVAILABLE', details: { retryAfter: 1 } });

/** Records what a follower receives, from position `after` until the test ends. */
function record(log: EventSource, after = 0n) {
  const stop = new AbortController();
  const received: { events: StoredEvent[]; positions: bigint[] } = { events: [], positions: [] };
  const following = (async () => {
    for await (const batch of log.follow({ after, batchSize: 100, signal: stop.signal })) {
      received.events.push(...batch.events);
      received.positions.push(batch.position);
    }
  })();
  onTestFinished(async () => {
    stop.abort();
    await following;
  });
  return received;
}

test('an error of one server does not affect appends in flight to another server', async () => {
  const [one, other] = [await openServer(), await openServer()];
  await Promise.all([one.log.append(create()), other.log.append(create())]);
  one.server.faults.delayAnswers = 300;
  const inFlight = Promise.all(Array.from({ length: 20 }, () => one.log.append(create())));
  other.server.faults.refuseAppends = 5;
  for (let n = 0; n < 5; n += 1) await other.log.append(create()).catch(() => {});
  expect((await inFlight).map(({ status }) => status)).toEqual(Array(20).fill('appended'));
});

test('an append whose answer is late fails in time, and a repetition reports its outcome', async () => {
  const { server, log } = await openServer();
  await log.append(create());
  const append = create();
  server.faults.delayAnswers = 60_000;
  const started = performance.now();
  await expect(log.append(append)).rejects.toEqual(unavailable);
  expectSoon(started, 3_000);
  server.faults.delayAnswers = 0;
  expect(await log.append(append)).toMatchObject({ status: 'appended', revision: 0 });
  expect(await log.readStream(append.stream)).toHaveLength(1);
});

test.each([true, false])(
  'an append that several callers send while it is being written is answered to all of them (batch append: %s)',
  async (hasBatchAppend) => {
    const { server, log } = await openServer();
    server.faults.withoutBatchAppend = !hasBatchAppend;
    await log.append(create());
    // With this time-out the server never reports the copies that it drops.
    Object.assign(server.faults, { writeMilliseconds: 300, writeTimeout: 60_000 });
    const append = create();
    const results = await Promise.all([log.append(append), log.append(append), log.append(append)]);
    expect(results.map(({ status }) => status)).toEqual(Array(3).fill('appended'));
    expect(new Set(results.map((result) => 'position' in result && result.position)).size).toBe(1);
    expect(server.log.read(append.stream)).toHaveLength(1);
  },
);

test('an append at any revision is sent again only after the server has given up writing it', async () => {
  const { server, log } = await openServer();
  await log.append(create());
  Object.assign(server.faults, { writeMilliseconds: 300, writeTimeout: 500 });
  const append: Append = { ...create(), expectedRevision: 'any' };
  const results = await Promise.all([log.append(append), log.append(append)]);
  expect(results.map(({ status }) => status)).toEqual(['appended', 'appended']);
  expect(server.log.read(append.stream)).toHaveLength(1);
});

test('following from a position between two events is refused, as by a real server', async () => {
  const { server } = await openServer();
  const errors: unknown[] = [];
  const log = openLog(server.url, (error) => errors.push(error));
  await log.append(create());
  const received = record(log, (await log.head()) - 1n);
  await vi.waitFor(() => expect(String(errors[0])).toContain('invalid position'), WAIT_OPTIONS);
  expect(received.events).toEqual([]);
  const later = record(log, (await log.head()) + 1_000_000n);
  await vi.waitFor(() => expect(server.subscriptions()).toBe(1), WAIT_OPTIONS);
  expect(later.events).toEqual([]);
});

test('calls to a server that never answers fail in time, and the server is used again once it answers', async () => {
  const { server, log } = await openServer();
  server.faults.blackHole = true;
  const started = performance.now();
  const calls = [log.append(create()), log.readStream(newStream()), log.head()];
  for (const call of await Promise.allSettled(calls)) expect(call).toMatchObject({ reason: unavailable });
  expectSoon(started, 3_500);
  server.faults.blackHole = false;
  expect(await appendWithRetry(log, create())).toMatchObject({ status: 'appended' });
});

test.each(['esdb:', 'esdb+discover:'])(
  'while no server answers at an address with %s, calls and subscription together cause one log line',
  async (scheme) => {
    const server = await startTestServer();
    const lines: string[] = [];
    const shortages = createShortages();
    const isOutage = (error: unknown) => shortages.report(error, (sentence) => lines.push(sentence));
    const failures: unknown[] = [];
    const address = `${server.url.replace('esdb:', scheme)}&maxDiscoverAttempts=1`;
    const log = openLog(address, (error) => failures.push(error));
    await log.append(create());
    const received = record(log);
    await vi.waitFor(() => expect(received.events).toHaveLength(1), WAIT_OPTIONS);
    await server.stop();
    await vi.waitFor(() => expect(failures.length).toBeGreaterThan(1), WAIT_OPTIONS);
    for (const call of await Promise.allSettled([log.append(create()), log.head()])) {
      failures.push('reason' in call && call.reason);
    }
    expect(failures.filter((failure) => !isOutage(failure))).toEqual([]);
    expect(lines).toEqual(['EventStoreDB does not answer.']);
  },
);

test('an append fails at once when the server ends its call without an answer', async () => {
  const { server, log } = await openServer();
  await log.append(create());
  server.faults.endWithoutAnswer = 1;
  const append = create();
  const started = performance.now();
  await expect(log.append(append)).rejects.toEqual(unavailable);
  expectSoon(started, 1_000);
  expect(await appendWithRetry(log, append)).toMatchObject({ revision: 0 });
  expect(server.log.read(append.stream)).toHaveLength(1);
});

test('a conflict reports the actual revision, even if the address says throwOnAppendFailure=false', async () => {
  const { server } = await openServer();
  const log = openLog(`${server.url}&throwOnAppendFailure=false`);
  const stream = newStream();
  await log.append(
    create(
      stream,
      Array.from({ length: 5 }, () => newEvent()),
    ),
  );
  expect(await log.append(create(stream))).toEqual({ status: 'conflict', revision: 4 });
});

test('a repeated append is answered with its position even if the server does not send it', async () => {
  const { server, log } = await openServer();
  const append = create();
  const first = await log.append(append);
  server.faults.withoutPositions = true;
  expect(await log.append(append)).toEqual(first);
});

test('a subscription that falls silent is replaced, without missing or repeated events', async () => {
  const { server, log } = await openServer();
  const received = record(log);
  await log.append(create());
  await vi.waitFor(() => expect(received.events).toHaveLength(1), WAIT_OPTIONS);
  server.faults.silentSubscriptions = true;
  await log.append(create());
  await log.append(create());
  server.faults.silentSubscriptions = false;
  await vi.waitFor(() => expect(received.events).toHaveLength(3), WAIT_OPTIONS);
  expect(new Set(received.events.map(({ id }) => id)).size).toBe(3);
});

test('a subscription resumes at its position however it ends', async () => {
  const { server, log } = await openServer();
  const received = record(log);
  for (let round = 1; round <= 10; round += 1) {
    await appendWithRetry(log, create());
    if (round % 2 === 0) server.dropSubscriptions();
    await vi.waitFor(() => expect(received.events).toHaveLength(round), { timeout: 60_000, interval: 5 });
  }
  expect(received.positions).toEqual(received.positions.toSorted((one, other) => Number(one - other)));
});

test('long runs of events of other applications advance the position, so that a restart does not read them again', async () => {
  const { server, log } = await openServer();
  await log.append(create());
  const before = await log.head();
  for (let n = 0; n < 600; n += 1) server.log.append('other-stream', 'any', [systemEvent('OtherThing', '{}')]);
  const received = record(log);
  await vi.waitFor(() => expect(received.positions.at(-1)).toBeGreaterThan(before), WAIT_OPTIONS);
  expect(received.events).toHaveLength(1);
  expect(await log.head()).toBe(before);
  const skipped = received.positions.at(-1) ?? 0n;
  const later = record(log, skipped);
  await log.append(create());
  await vi.waitFor(() => expect(later.events).toHaveLength(1), WAIT_OPTIONS);
});

test('a follower advances past events of other applications, even if there is only one', async () => {
  const { server, log } = await openServer();
  await log.append(create());
  server.log.append('other-stream', 'any', [systemEvent('OtherThing', '{}')]);
  const end = await log.end();
  expect(end).toBeGreaterThan(await log.head());
  const received = record(log);
  await vi.waitFor(() => expect(received.positions.at(-1)).toBe(end), WAIT_OPTIONS);
  await log.append(create());
  await vi.waitFor(() => expect(received.events).toHaveLength(2), WAIT_OPTIONS);
});

test('deleted and closed streams read as empty, and a closed stream refuses appends', async () => {
  const { server, log } = await openServer();
  const [deleted, closed] = [newStream(), newStream()];
  await log.append(create(deleted, [newEvent(), newEvent()]));
  await log.append(create(closed));
  server.log.softDelete(deleted, 'any');
  server.log.tombstone(closed, 'any');
  expect(await log.readStream(deleted)).toEqual([]);
  expect(await log.readStream(closed)).toEqual([]);
  expect(await log.append(create(closed))).toEqual({ status: 'conflict', revision: null });
  expect(await log.append(create(deleted))).toMatchObject({ status: 'appended', revision: 2 });
  const all = await collect(log, 0n, (events) => events.length >= 4);
  expect(all.map(({ type }) => type)).toEqual(Array(4).fill('AnecdoteCreated'));
});

test('unreadable events that another program wrote into a stream of this product are delivered without stopping the follower', async () => {
  const { server, log } = await openServer();
  const stream = newStream();
  const strange = { ...systemEvent('Strange', 'no json'), contentType: 'application/octet-stream' };
  server.log.append(stream, 'any', [strange, systemEvent('Stranger', '[1')]);
  const [first, second] = await collect(log, 0n, (events) => events.length >= 2);
  expect(first).toMatchObject({ type: 'Strange', data: {}, metadata: {} });
  expect(second).toMatchObject({ type: 'Stranger', data: {}, metadata: {} });
  expect(await log.readStream(stream)).toHaveLength(2);
});

test('a consumer that pauses makes the server pause', async () => {
  const { server, log } = await openServer();
  const events = () => Array.from({ length: 50 }, () => newEvent({ text: 'x'.repeat(2_000) }));
  for (let n = 0; n < 40; n += 1) await log.append(create(newStream(), events()));
  const stop = new AbortController();
  let received = 0;
  for await (const batch of log.follow({ after: 0n, batchSize: 100, signal: stop.signal })) {
    received += batch.events.length;
    if (received === batch.events.length) {
      await vi.waitFor(() => expect(server.delivered()).toBeGreaterThan(200), WAIT_OPTIONS);
      expect(await log.append(create())).toMatchObject({ status: 'appended' });
      // One batch in this loop, one read ahead, and what two flow-control windows and the streams between them hold.
      expect(server.delivered()).toBeLessThan(600);
    }
    if (received > 2_000) stop.abort();
  }
  expect(received).toBe(2_001);
});

async function startCluster(): Promise<{ nodes: TestServer[]; lead(index: number): void }> {
  const log = createTestLog();
  const nodes: TestServer[] = [];
  let leader = 0;
  const members = () => nodes.map(({ port }, index) => ({ port, isLeader: index === leader }));
  for (let n = 0; n < 3; n += 1) nodes.push(await startTestServer({ log, members }));
  onTestFinished(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
  });
  const lead = (index: number) => {
    leader = index;
    for (const node of nodes) node.faults.leaderPort = node === nodes[index] ? undefined : nodes[index]?.port;
  };
  lead(0);
  return { nodes, lead };
}

test.each(['esdb', 'esdb+discover'])(
  'an %s address of a cluster finds the leader and, after a change of leader, the new one',
  async (scheme) => {
    const { nodes, lead } = await startCluster();
    const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`);
    const log = openLog(`${scheme}://${scheme === 'esdb' ? hosts.join(',') : hosts[1]}?tls=false`);
    const stream = newStream();
    expect(await appendWithRetry(log, create(stream))).toMatchObject({ status: 'appended' });
    lead(2);
    expect(await appendWithRetry(log, create())).toMatchObject({ status: 'appended' });
    expect(await log.readStream(stream)).toHaveLength(1);
  },
);

test('a cluster still takes appends and delivers events after its leader stops', async () => {
  const { nodes, lead } = await startCluster();
  const log = openLog(`esdb://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}?tls=false`);
  const received = record(log);
  await appendWithRetry(log, create());
  lead(1);
  await nodes[0]?.stop();
  await vi.waitFor(() => log.append(create()), { timeout: 60_000, interval: 50 });
  await vi.waitFor(() => expect(received.events).toHaveLength(2), WAIT_OPTIONS);
});

test('a client with a single address follows the redirect to the leader', async () => {
  const { nodes } = await startCluster();
  const open = () => openLog(nodes[2]?.url ?? '');
  const append = create();
  expect(await open().append(append)).toMatchObject({ status: 'appended' });
  expect(await open().readStream(append.stream)).toHaveLength(1);
  expect(await open().head()).toBeGreaterThan(0n);
  const following = `${nodes[2]?.url}&nodePreference=follower`;
  expect(await collect(openLog(following), 0n, (events) => events.length === 1)).toHaveLength(1);
});

test('logs that share one server under different namespaces do not see each other', async () => {
  const { server } = await openServer();
  server.log.append('other-stream', 'any', [systemEvent('OtherThing', '{}')]);
  const [one, other] = [await startNamespace(server.url), await startNamespace(server.url)];
  onTestFinished(async () => {
    await Promise.all([one.stop(), other.stop()]);
  });
  const [here, there] = [openLog(one.url), openLog(other.url)];
  const append = create();
  const results = await Promise.all([here.append(append), there.append(append)]);
  expect(results.map(({ status }) => status)).toEqual(['appended', 'appended']);
  expect(await here.append(create(append.stream))).toEqual({ status: 'conflict', revision: 0 });
  expect(await there.readStream(newStream())).toEqual([]);
  for (const log of [here, there]) {
    const [event] = await collect(log, 0n, (events) => events.length >= 1);
    expect([event?.stream, event?.position]).toEqual([append.stream, await log.head()]);
    expect(await log.readStream(append.stream)).toHaveLength(1);
  }
  expect(server.log.events.filter(({ stream }) => stream.startsWith('anecdote-'))).toHaveLength(2);
});

test('an append to a stopped server fails with a problem', async () => {
  const { server, log } = await openServer();
  await server.stop();
  await expect(appendWithRetry(log, create())).rejects.toBeInstanceOf(Problem);
});

test('a program of the operator that follows a log prints once that it cannot read it, and continues with it later', async () => {
  const server = await startTestServer();
  const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => printed.mockRestore());
  const log = await openEventLog({ eventStoreUrl: server.url, databaseUrl: '' });
  onTestFinished(log.close);
  await log.append(create());
  const received = record(log);
  await vi.waitFor(() => expect(received.events).toHaveLength(1), WAIT_OPTIONS);
  await server.stop();
  await vi.waitFor(() => expect(printed).toHaveBeenCalled(), WAIT_OPTIONS);
  const again = await startTestServer({ log: server.log, port: server.port });
  onTestFinished(again.stop);
  expect(await appendWithRetry(log, create())).toMatchObject({ status: 'appended' });
  await vi.waitFor(() => expect(received.events).toHaveLength(2), WAIT_OPTIONS);
  expect(printed.mock.calls).toEqual([['The log in EventStoreDB cannot be read. Trying again …\n']]);
});
