import { randomBytes } from 'node:crypto';
import type { Append, AppendResult, EventLog } from '@anecdotes/command-service/event-log';
import { bytesOf } from '@anecdotes/projection-service/event-source';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { collect, newEvent, newStream } from '../support/log-events.ts';
import { implementations, type Log } from './event-store-legs.ts';

const undo: (() => Promise<unknown>)[] = [];

afterAll(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

for (const { name, missing } of implementations) {
  if (missing === undefined) continue;
  // biome-ignore lint/suspicious/noSkippedTests: what cannot run on this machine is reported by name
  test.skip(`${name}: ${missing}`, () => {});
}

describe.each(implementations.filter(({ missing }) => missing === undefined))('$name', ({ prepare, isEmbedded }) => {
  let open: () => Log;
  let log: Log;

  beforeAll(async () => {
    open = await prepare((step) => undo.push(step));
    log = open();
  });

  const create = (stream = newStream(), events = [newEvent()]): Append => ({
    stream,
    expectedRevision: 'no-stream',
    events,
  });

  describe('append', () => {
    test('numbers the events of a stream from 0 and returns revision and position of the last one', async () => {
      const stream = newStream();
      const first = await log.append(create(stream, [newEvent(), newEvent(), newEvent()]));
      const head = await log.head();
      expect(first).toEqual({ status: 'appended', revision: 2, position: head });
      const second = await log.append({ stream, expectedRevision: 2, events: [newEvent()] });
      expect(second).toEqual({ status: 'appended', revision: 3, position: await log.head() });
      expect(await log.head()).toBeGreaterThan(head);
      expect((await log.readStream(stream)).map(({ revision }) => revision)).toEqual([0, 1, 2, 3]);
    });

    test('stores an event exactly as it was given', async () => {
      const event = newEvent({ sealed: '"\\ ☕ {}', nothing: null, '': [1, [2.5e-7]], nul: '\u0000', lone: '\ud800' });
      const stream = newStream();
      await log.append(create(stream, [event]));
      const [stored] = await log.readStream(stream);
      expect(stored).toMatchObject({ ...event, stream, revision: 0 });
      expect(Math.abs(Number(stored?.recordedAt) - Date.now())).toBeLessThan(10_000);
    });

    test('refuses to create a stream that exists, and returns its revision', async () => {
      const stream = newStream();
      await log.append(create(stream, [newEvent(), newEvent()]));
      expect(await log.append(create(stream))).toEqual({ status: 'conflict', revision: 1 });
    });

    test('refuses an unexpected revision and returns the actual one, or null for a stream that does not exist', async () => {
      const stream = newStream();
      const append: Append = { stream, expectedRevision: 0, events: [newEvent()] };
      expect(await log.append(append)).toEqual({ status: 'conflict', revision: null });
      expect(await log.readStream(stream)).toEqual([]);
      await log.append(create(stream, [newEvent(), newEvent()]));
      expect(await log.append(append)).toEqual({ status: 'conflict', revision: 1 });
    });

    test('accepts the expected revision "any" whether the stream exists or not', async () => {
      const append = (): Append => ({ stream, expectedRevision: 'any', events: [newEvent(), newEvent()] });
      const stream = newStream();
      expect(await log.append(append())).toMatchObject({ status: 'appended', revision: 1 });
      expect(await log.append(append())).toMatchObject({ status: 'appended', revision: 3 });
    });

    test('stores either all events or none', async () => {
      const stream = newStream();
      const stored = newEvent();
      await log.append(create(stream, [stored]));
      const head = await log.head();
      await log.append(create(stream, [stored, newEvent(), newEvent()])).catch(() => {});
      await log.append({ stream, expectedRevision: 7, events: [newEvent(), newEvent()] });
      expect(await log.readStream(stream)).toHaveLength(1);
      expect(await log.head()).toBe(head);
    });

    if (isEmbedded)
      test('stores nothing if one of the event ids belongs to another stream', async () => {
        const taken = newEvent();
        await log.append(create(newStream(), [taken]));
        const stream = newStream();
        const head = await log.head();
        await expect(log.append(create(stream, [newEvent(), taken, newEvent()]))).rejects.toThrow('event ids');
        expect(await log.readStream(stream)).toEqual([]);
        expect(await log.append(create(stream, [newEvent(), newEvent()]))).toMatchObject({ position: head + 2n });
      });

    test('refuses an empty list of events', async () => {
      await expect(log.append(create(newStream(), []))).rejects.toThrow('needs an event');
    });

    test('lets exactly one of several writers win a revision', async () => {
      const [one, other] = [open(), open()];
      for (let race = 0; race < 20; race += 1) {
        const stream = newStream();
        const expectedRevision = race % 2 === 0 ? 'no-stream' : 0;
        if (expectedRevision === 0) await log.append(create(stream));
        const results = await Promise.all(
          [one, one, other, other].map((writer) => writer.append({ stream, expectedRevision, events: [newEvent()] })),
        );
        expect(results.filter(({ status }) => status === 'appended')).toHaveLength(1);
        expect(results.filter(({ status }) => status === 'conflict')).toHaveLength(3);
        expect(await log.readStream(stream)).toHaveLength(expectedRevision === 0 ? 2 : 1);
      }
    });

    test('succeeds beside conflicts, repetitions and errors of other appends', async () => {
      const existing = create();
      await log.append(existing);
      const good = Array.from({ length: 20 }, () => create());
      const results = await Promise.allSettled([
        ...good.slice(0, 10).map(log.append),
        log.append(create(existing.stream)),
        log.append(existing),
        log.append(create(newStream(), isEmbedded ? existing.events.slice() : [])),
        ...good.slice(10).map(log.append),
      ]);
      expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
      expect(results[10]).toMatchObject({ value: { status: 'conflict', revision: 0 } });
      expect(results[11]).toMatchObject({ value: { status: 'appended', revision: 0 } });
      for (const { stream } of good) expect(await log.readStream(stream)).toHaveLength(1);
    });
  });

  describe('a repeated append', () => {
    test('is answered as the first time, even after later appends', async () => {
      const append = create(newStream(), [newEvent(), newEvent()]);
      const first = await log.append(append);
      await log.append({ ...append, expectedRevision: 1, events: [newEvent()] });
      const head = await log.head();
      expect(await log.append(append)).toEqual(first);
      expect(await open().append(append)).toEqual(first);
      if (isEmbedded) expect(await open().append({ ...append, expectedRevision: 2 })).toEqual(first);
      expect(await log.head()).toBe(head);
    });

    test('is stored once if several writers send it at the same time', async () => {
      const writers = [log, open(), open()];
      for (const expectedRevision of ['no-stream', 'any'] as const) {
        const append: Append = { ...create(), expectedRevision };
        const results = await Promise.all([...writers, ...writers].map((writer) => writer.append(append)));
        expect(new Set(results.map((result) => JSON.stringify(result, bigintToText)))).toHaveLength(1);
        expect(await log.readStream(append.stream)).toHaveLength(1);
      }
    });

    if (isEmbedded)
      test('is refused if its event ids belong to another stream', async () => {
        const append = create();
        await log.append(append);
        await expect(log.append({ ...append, stream: newStream() })).rejects.toThrow('event ids');
      });
  });

  describe('reading a stream', () => {
    test('works forward and backward, from a revision, up to a limit', async () => {
      const stream = newStream();
      await log.append(create(stream, [newEvent(), newEvent(), newEvent(), newEvent()]));
      const revisions = async (options: Parameters<EventLog['readStream']>[1]) =>
        (await log.readStream(stream, options)).map(({ revision }) => revision);
      expect(await revisions({})).toEqual([0, 1, 2, 3]);
      expect(await revisions({ from: 2 })).toEqual([2, 3]);
      expect(await revisions({ from: 1, limit: 2 })).toEqual([1, 2]);
      expect(await revisions({ direction: 'backward' })).toEqual([3, 2, 1, 0]);
      expect(await revisions({ direction: 'backward', limit: 1 })).toEqual([3]);
      expect(await revisions({ direction: 'backward', from: 2, limit: 2 })).toEqual([2, 1]);
    });

    test('returns nothing if it does not exist', async () => {
      expect(await log.readStream(newStream())).toEqual([]);
    });

    test('together with others goes up to a position and omits superseded events', async () => {
      const [one, other] = [newStream(), newStream()];
      const edit = () => ({ ...newEvent(), type: 'AnecdoteEdited' });
      await log.append(create(one, [newEvent(), edit(), newEvent(), edit()]));
      await log.append(create(newStream(), [newEvent()]));
      const until = positionOf(await log.append(create(other, [newEvent(), edit()])));
      await log.append({ ...create(one, [edit()]), expectedRevision: 3 });
      const read = async (superseded: readonly string[]) => {
        const signal = AbortSignal.timeout(5_000);
        const events = await log.readStreams([one, other, newStream()], { until, superseded, signal });
        return [one, other].map((name) =>
          events.filter(({ stream }) => stream === name).map(({ revision }) => revision),
        );
      };
      expect(await read([])).toEqual([
        [0, 1, 2, 3],
        [0, 1],
      ]);
      expect(await read(['AnecdoteEdited'])).toEqual([
        [0, 2, 3],
        [0, 1],
      ]);
      expect(await log.readStreams([], { until, superseded: [], signal: AbortSignal.timeout(5_000) })).toEqual([]);
    });
  });

  test('finds the id of the event at a position, and nothing where there is no event', async () => {
    const head = await log.head();
    const events = [newEvent(), newEvent()];
    const last = positionOf(await log.append(create(newStream(), events)));
    expect(await log.idAt(last)).toBe(events[1]?.id);
    const [first] = await collect(log, head, (received) => received.length >= 1);
    expect(await log.idAt(first?.position ?? 0n)).toBe(events[0]?.id);
    expect(await log.idAt(last + 1_000_000n)).toBeUndefined();
    if (!isEmbedded) expect(await log.idAt(last - 1n)).toBeUndefined();
  });

  describe('reading the whole log', () => {
    test('returns its first event', async () => {
      const [first] = await collect(log, 0n, (events) => events.length > 0, 1);
      expect(await log.readFirst()).toEqual(first);
    });

    test('returns all events of some types after a position in order, however many others are between them', async () => {
      const wanted = ['AccountErased', 'GuestJournalReset'] as const;
      const before = await log.head();
      const appended: bigint[] = [];
      for (let round = 0; round < 12; round += 1) {
        await Promise.all(Array.from({ length: 8 }, () => log.append(create(newStream(), [newEvent(), newEvent()]))));
        const type = wanted[round % 2] ?? wanted[0];
        const events = Array.from({ length: round === 5 ? 600 : 1 }, () => ({ ...newEvent(), type }));
        const position = positionOf(await log.append(create(newStream(), events)));
        if (round !== 5) appended.push(position);
      }
      const read = async (after: bigint) => {
        const found: { type: string; position: bigint }[] = [];
        for await (const { type, position } of log.readTypes(wanted, after)) found.push({ type, position });
        return found;
      };
      const found = await read(before);
      expect(found).toHaveLength(611);
      expect(new Set(found.map(({ type }) => type))).toEqual(new Set(wanted));
      const positions = found.map(({ position }) => position);
      expect(positions).toEqual(positions.toSorted((one, other) => Number(one - other)));
      expect(positions).toEqual(expect.arrayContaining(appended));
      const middle = appended[7] ?? 0n;
      expect((await read(middle)).map(({ position }) => position)).toEqual(appended.slice(8));
      expect(await read(await log.head())).toEqual([]);
    });
  });

  describe('follow', () => {
    test('starts after the given position', async () => {
      const appended = await Promise.all(Array.from({ length: 5 }, () => log.append(create())));
      const positions = appended.map(positionOf).toSorted((one, other) => Number(one - other));
      const received = await collect(log, positions[0] ?? 0n, (events) => events.length >= 4, 3);
      expect(received.map(({ position }) => position)).toEqual(positions.slice(1));
    });

    test('delivers events that are appended meanwhile, by this process and by another', async () => {
      const head = await log.head();
      const other = open();
      const received = collect(log, head, (events) => events.length >= 20);
      const expected: bigint[] = [];
      for (let count = 0; count < 10; count += 1) {
        expected.push(positionOf(await log.append(create())));
        expected.push(positionOf(await other.append(create())));
      }
      expect((await received).map(({ position }) => position)).toEqual(expected);
    });

    test('delivers all of 4,000 events to a slow reader in order, at most batchSize at once', async () => {
      const head = await log.head();
      const events = () => Array.from({ length: 100 }, () => newEvent({ text: 'x'.repeat(200) }));
      for (let wave = 0; wave < 4; wave += 1) {
        await Promise.all(Array.from({ length: 10 }, () => log.append(create(newStream(), events()))));
      }
      const stop = new AbortController();
      let [last, count] = [head, 0];
      for await (const batch of log.follow({ after: head, batchSize: 500, signal: stop.signal })) {
        expect(batch.events.length).toBeLessThanOrEqual(500);
        for (const { position } of batch.events) {
          expect(position > last).toBe(true);
          last = position;
        }
        expect(batch.position).toBeGreaterThanOrEqual(last);
        count += batch.events.length;
        if (count >= 4_000) stop.abort();
        await new Promise((resolve) => setImmediate(resolve));
      }
      expect(count).toBe(4_000);
      expect(last).toBe(await log.head());
    });

    test('limits the bytes of a batch too', async () => {
      const head = await log.head();
      const sizes = [0.9, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4].map((part) =>
        Math.floor(part * 1024 * 1024),
      );
      for (const size of sizes) await log.append(create(newStream(), [newEvent({ sealed: randomText(size) })]));
      const stop = new AbortController();
      const batches: number[][] = [];
      for await (const { events } of log.follow({ after: head, batchSize: 1_000, signal: stop.signal })) {
        batches.push(events.map(bytesOf));
        if (batches.flat().length === sizes.length) stop.abort();
      }
      expect(batches.length).toBeGreaterThan(1);
      for (const batch of batches) expect(batch.slice(1).reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(4.5e6);
    });

    test('ends without an error when its signal aborts, while it waits and before it starts', async () => {
      const stop = new AbortController();
      const waiting = drain(log, await log.head(), stop.signal);
      await log.append(create());
      stop.abort();
      await expect(waiting).resolves.toBeUndefined();
      await expect(drain(log, 0n, AbortSignal.abort())).resolves.toBeUndefined();
    });

    test('delivers the events of several processes in order and completely', async () => {
      const head = await log.head();
      const writers = [open(), open()];
      const count = 300;
      const received = collect(log, head, (events) => events.length >= 2 * count);
      // A busy machine may refuse some appends; repeating one does not store it twice.
      const stored = (writer: Log, append = create()) =>
        vi.waitFor(() => writer.append(append), { timeout: 60_000, interval: 100 });
      const appended = await Promise.all(
        writers.flatMap((writer) => Array.from({ length: count }, () => stored(writer))),
      );
      const positions = (await received).map(({ position }) => position);
      expect(positions).toEqual(appended.map(positionOf).toSorted((one, other) => Number(one - other)));
      if (isEmbedded) expect(positions).toEqual(positions.map((_, index) => head + BigInt(index + 1)));
    });
  });
});

function positionOf(result: AppendResult): bigint {
  if (result.status === 'conflict') throw new Error('a conflict has no position');
  return result.position;
}

/** Text that hardly compresses. */
function randomText(length: number): string {
  return randomBytes(Math.ceil(length * 0.75))
    .toString('base64')
    .slice(0, length);
}

async function drain(log: Log, after: bigint, signal: AbortSignal): Promise<void> {
  for await (const batch of log.follow({ after, batchSize: 10, signal })) expect(batch.position).toBeGreaterThan(after);
}

function bigintToText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
