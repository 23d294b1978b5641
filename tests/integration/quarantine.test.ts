import { type AccountId, type AnecdoteId, type EventId, Problem, streams } from '@anecdotes/contracts';
import { MissingKey } from '@anecdotes/contracts/server/crypto/event-keys';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import { createHttpServer } from '@anecdotes/contracts/server/http/http-server';
import { createRegistry } from '@anecdotes/contracts/server/http/metrics';
import { createShortages } from '@anecdotes/contracts/server/postgres/shortage';
import type { EventSource } from '@anecdotes/projection-service/event-source';
import { measureProjection } from '@anecdotes/projection-service/measurements';
import { healthRoutes, operatorRoutes } from '@anecdotes/projection-service/operator-routes';
import type { Projector } from '@anecdotes/projection-service/projection/projector';
import { rebuild } from '@anecdotes/projection-service/projection/rebuild';
import { retryQuarantine } from '@anecdotes/projection-service/projection/retry-quarantine';
import { runProjection } from '@anecdotes/projection-service/projection/run';
import { startProjection } from '@anecdotes/projection-service/projection/start';
import { projectors } from '@anecdotes/projection-service/read-models';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  created,
  createReadSide,
  edited,
  expectLikeTheLog,
  newAccountId,
  newAnecdoteId,
  type ReadSide,
} from '../support/projection.ts';

let side: ReadSide;
let ann: AccountId;
let isBroken: boolean;

/** Throws on every anecdote with the text 'poison' while `isBroken` is true. */
const breakable: Projector = {
  ...(projectors[0] as Projector),
  handlers: {
    ...(projectors[0] as Projector).handlers,
    AnecdoteCreated(event, work) {
      if (isBroken && event.data.description === 'poison') throw new TypeError('cannot handle SECRET');
      const handler = projectors[0]?.handlers.AnecdoteCreated;
      if (typeof handler === 'function') handler(event, work);
    },
  },
};

beforeEach(async () => {
  side = await createReadSide([breakable, ...projectors.slice(1)]);
  ann = newAccountId();
  isBroken = true;
});

const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await side.close();
});

const write = async (description: string, id: AnecdoteId = newAnecdoteId()) => {
  await side.record(streams.anecdote(id), ann, created(ann, { description }));
  return id;
};

const shown = async () =>
  (await side.pool.query('select description from views.anecdote order by description')).rows.map(
    (row) => row.description,
  );

const retry = () => retryQuarantine(side.projection, AbortSignal.timeout(60_000));

const parked = async () =>
  (await side.pool.query('select stream, type, error, attempts from projection.quarantine order by position')).rows;

test('a poison event is parked with the later events of its stream, and other streams go on', async () => {
  await write('before');
  const poison = await write('poison');
  await write('beside');
  await side.record(streams.anecdote(poison), ann, edited(ann, { description: 'cured' }));
  await side.caughtUp();
  expect(await shown()).toEqual(['before', 'beside']);
  await side.record(streams.anecdote(poison), ann, edited(ann, { description: 'cured again' }));
  await write('later');
  await side.caughtUp();
  expect(await shown()).toEqual(['before', 'beside', 'later']);
  const stream = streams.anecdote(poison);
  expect(await parked()).toEqual([
    { stream, type: 'AnecdoteCreated', error: 'TypeError', attempts: 3 },
    { stream, type: 'AnecdoteEdited', error: 'behind an earlier event', attempts: 0 },
    { stream, type: 'AnecdoteEdited', error: 'behind an earlier event', attempts: 0 },
  ]);

  expect(await retry()).toBe(0);
  expect(await parked()).toHaveLength(3);
  isBroken = false;
  expect(await retry()).toBe(3);
  expect(await parked()).toEqual([]);
  expect(await shown()).toEqual(['before', 'beside', 'cured again', 'later']);
  await side.record(stream, ann, edited(ann, { description: 'alive' }));
  await side.caughtUp();
  expect(await shown()).toEqual(['alive', 'before', 'beside', 'later']);
  await expectLikeTheLog(side.projection);
});

test('the events before a poison event of the same stream are applied, also in the same batch', async () => {
  isBroken = false;
  const id = await write('kept');
  const { log } = side;
  const before = (await log.readStream(streams.anecdote(id)))[0];
  if (before === undefined) throw new Error('nothing recorded');
  const { metadata, data } = before;
  await log.append({
    stream: streams.anecdote(id),
    expectedRevision: 0,
    events: [{ id: newId() as EventId, type: 'AnecdoteSung', data, metadata }],
  });
  await write('other');
  await side.caughtUp();
  expect(await shown()).toEqual(['kept', 'other']);
  expect(await parked()).toMatchObject([{ type: 'AnecdoteSung', error: 'UnreadableEvent' }]);
});

test('values that the database refuses are poison too, even many of them in one batch', async () => {
  isBroken = false;
  for (let number = 0; number < 40; number += 1) {
    const bad = number % 8 === 3;
    await write(bad ? `nul \u0000 ${number}` : `good ${String(number).padStart(2, '0')}`);
  }
  await side.caughtUp();
  expect(await shown()).toHaveLength(35);
  expect(await parked()).toHaveLength(5);
  expect((await parked())[0]?.error).toBe('error 22021');
});

test('a rebuild parks a poison event and a row that the database refuses among hundreds of others', async () => {
  isBroken = false;
  const poison = [];
  for (let number = 0; number < 350; number += 1) {
    const id = await write(number === 150 ? 'poison' : `anecdote ${number}`);
    if (number === 150) poison.push(id);
    if (number === 250) poison.push(await write('Nul \u0000'));
  }
  await side.caughtUp();
  isBroken = true;
  expect(await rebuild(side.projection, AbortSignal.timeout(20_000))).toBeDefined();
  expect((await parked()).map(({ stream }) => stream)).toEqual(poison.map(streams.anecdote));
  expect(await shown()).toHaveLength(349);
});

test('events of an erased person are skipped without a trace', async () => {
  await write('to be forgotten');
  const ben = newAccountId();
  const id = newAnecdoteId();
  await side.record(streams.anecdote(id), ben, created(ben, { description: 'stays' }));
  await side.record(streams.anecdote(id), ben, { type: 'AnecdoteDeleted', data: { owner: ben } });
  side.keys.destroy(ann);
  await side.caughtUp();
  expect(await shown()).toEqual([]);
  expect(await parked()).toEqual([]);
});

test('waiting events make the service report itself as degraded, with their number and without text', async () => {
  await write('poison');
  const troubles: unknown[] = [];
  const running = await startProjection(side.projection, {
    onMove() {},
    onBatch() {},
    onError: (error) => troubles.push(error),
  });
  await vi.waitFor(
    () => expect(running.health()).toMatchObject({ status: 'degraded', quarantined: 1, lag: 0 }),
    60_000,
  );
  expect(running.health().reasons).toEqual(['Events that could not be applied and wait in quarantine: 1.']);
  isBroken = false;
  await retry();
  await vi.waitFor(() => expect(running.health()).toMatchObject({ status: 'ok', quarantined: 0 }), 60_000);
  await running.stop();
  expect(JSON.stringify(await parked())).not.toContain('SECRET');
  expect(troubles).toEqual([]);
});

test('waiting events are retried when the projection starts', async () => {
  await write('poison');
  await side.caughtUp();
  expect(await parked()).toHaveLength(1);
  isBroken = false;
  const running = await startProjection(
    side.projection,
    { onMove() {}, onBatch() {}, onError() {} },
    { retryEvery: 3_600_000 },
  );
  await vi.waitFor(async () => expect(await shown()).toEqual(['poison']), 60_000);
  await running.stop();
  expect(await parked()).toEqual([]);
});

test('the views go on while the log cannot deliver the waiting events, which are retried', async () => {
  const poison = await write('poison');
  const edits = Array.from({ length: 150 }, (_, n) => edited(ann, { description: `cured ${n}` }));
  await side.record(streams.anecdote(poison), ann, ...edits);
  await side.caughtUp();
  expect(await parked()).toHaveLength(151);
  isBroken = false;

  let isAway = true;
  const source: EventSource = {
    ...side.log,
    readStream: (stream, options) =>
      isAway ? Promise.reject(new Problem('UNAVAILABLE')) : side.log.readStream(stream, options),
  };
  const troubles: unknown[] = [];
  const running = await startProjection(
    { ...side.projection, source },
    { onMove() {}, onBatch() {}, onError: (error) => troubles.push(error) },
    { retryEvery: 3_600_000 },
  );
  await write('beside');
  await vi.waitFor(async () => expect(await shown()).toEqual(['beside']), 60_000);
  expect(await parked()).toHaveLength(151);
  await vi.waitFor(() => expect(troubles).not.toEqual([]), 60_000);
  isAway = false;
  await vi.waitFor(async () => expect(await shown()).toEqual(['beside', 'cured 149']), 60_000);
  await running.stop();
  expect(await parked()).toEqual([]);
});

test('an event is not parked because the vault with its key is unreachable', async () => {
  await write('sealed');
  const away = Object.assign(new Error('getaddrinfo EAI_AGAIN vault'), { code: 'EAI_AGAIN' });
  const keys = { ...side.keys, getAll: () => Promise.reject(away) };
  const troubles: unknown[] = [];
  const stop = new AbortController();
  await runProjection(
    { ...side.projection, keys },
    {
      target: 'live',
      signal: stop.signal,
      onError(error) {
        troubles.push(error);
        stop.abort();
      },
    },
  );
  expect(troubles).toEqual([away]);
  expect(await parked()).toEqual([]);
  await side.caughtUp();
  expect(await shown()).toEqual(['sealed']);
});

test('a failing event is read and decrypted again at each attempt', async () => {
  isBroken = false;
  await write('sealed');
  let asked = 0;
  const read = vi.spyOn(side.log, 'readStream');
  const keys = {
    ...side.keys,
    async getAll(seals: Parameters<typeof side.keys.getAll>[0]) {
      asked += 1;
      return asked < 3 ? seals.map(() => new Uint8Array(32)) : side.keys.getAll(seals);
    },
  };
  await side.caughtUp({ ...side.projection, keys });
  expect(asked).toBe(3);
  expect(read).toHaveBeenCalled();
  expect(await parked()).toEqual([]);
  expect(await shown()).toEqual(['sealed']);
});

describe('events whose key is missing in the vault', () => {
  const startWith = async (known: () => boolean, options: { retryEvery?: number } = {}) => {
    const keys: typeof side.keys = {
      ...side.keys,
      async getAll(seals) {
        const keys = await side.keys.getAll(seals);
        return keys.map((key, index) => (seals[index]?.subject === ann && !known() ? new MissingKey('no key') : key));
      },
    };
    const incidents: string[] = [];
    const onIncident = (sentence: string) => incidents.push(sentence);
    const running = await startProjection(
      { ...side.projection, keys },
      { onMove() {}, onBatch() {}, onError() {}, onIncident },
      options,
    );
    stops.push(running.stop);
    return { running, incidents };
  };

  const writeOfBoth = async () => {
    isBroken = false;
    const id = await write('of ann');
    await side.record(streams.anecdote(id), ann, edited(ann, { description: 'of ann, edited' }));
    const ben = newAccountId();
    await side.record(streams.anecdote(newAnecdoteId()), ben, created(ben, { description: 'of ben' }));
  };

  test('are reported as an incident in plain words, and are not counted as poison', async () => {
    const { running, incidents } = await startWith(() => false);
    await writeOfBoth();
    await vi.waitFor(() => expect(running.health()).toMatchObject({ missingKeys: 2, quarantined: 0 }), 60_000);
    const sentence =
      'The vault has no key for events of the log: 2. The vault is older than the log, or belongs to another log. ' +
      'Restore the vault of this log; the events are then applied automatically.';
    expect(running.health()).toMatchObject({ status: 'degraded', reasons: [sentence] });
    expect(incidents.length).toBeGreaterThan(0);
    for (const sentence of incidents) expect(sentence).toMatch(/^The vault has no key for events of the log: [12]\. /);
    expect(await shown()).toEqual(['of ben']);
    const { rows } = await side.pool.query('select reason, error from projection.quarantine order by position');
    expect(rows[0]).toEqual({ reason: 'missing-key', error: 'MissingKey' });
    expect(rows[1]?.reason).toBe('missing-key');
  });

  test('are applied by themselves once the vault has the key', async () => {
    let isKnown = false;
    const { running } = await startWith(() => isKnown, { retryEvery: 20 });
    await writeOfBoth();
    await vi.waitFor(async () => expect(await parked()).toHaveLength(2), 60_000);
    isKnown = true;
    await vi.waitFor(async () => expect(await shown()).toEqual(['of ann, edited', 'of ben']), 60_000);
    await vi.waitFor(() => expect(running.health()).toMatchObject({ missingKeys: 0, status: 'ok' }), 60_000);
    await expectLikeTheLog(side.projection);
  });

  test('are applied when an operator retries them', async () => {
    let isKnown = false;
    const { running } = await startWith(() => isKnown);
    await writeOfBoth();
    await vi.waitFor(async () => expect(await parked()).toHaveLength(2), 60_000);
    const app = createHttpServer({ logger: false });
    stops.push(() => app.close());
    const registry = createRegistry();
    measureProjection(registry, running.health);
    healthRoutes(app, { ...running, readers: side.pool, shortages: createShortages() });
    operatorRoutes(app, { ...running, registry });
    const retryByHand = async () => (await app.inject({ method: 'POST', url: '/quarantine/retry' })).json();
    expect(await retryByHand()).toEqual({ applied: 0, quarantined: 0, missingKeys: 2 });
    expect((await app.inject('/metrics')).body).toMatch(/^projection_missing_keys 2$/m);
    isKnown = true;
    expect(await retryByHand()).toEqual({ applied: 2, quarantined: 0, missingKeys: 0 });
    expect((await app.inject('/readyz')).json()).toMatchObject({ missingKeys: 0, status: 'ok' });
    expect(await shown()).toEqual(['of ann, edited', 'of ben']);
  });
});

test('a retry that gets no answer from the log ends with the service', async () => {
  await write('poison');
  await side.caughtUp();
  const source: EventSource = {
    ...side.log,
    readStream: (_stream, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  };
  const running = await startProjection({ ...side.projection, source }, { onMove() {}, onBatch() {}, onError() {} });
  const retrying = running.retryQuarantine();
  const ended = expect(retrying).rejects.toThrow();
  await running.stop();
  await ended;
});

test('the streams whose last attempt is longest ago are retried first', async () => {
  const [first, second] = [await write('poison'), await write('poison')];
  await side.caughtUp();
  const read = vi.spyOn(side.log, 'readStream');
  await side.pool.query("update projection.quarantine set tried_at = now() - interval '1 hour' where stream = $1", [
    streams.anecdote(second),
  ]);
  await retry();
  await retry();
  expect(read.mock.calls.map(([stream]) => stream)).toEqual(
    [second, first, second, first].map((id) => streams.anecdote(id)),
  );
});
