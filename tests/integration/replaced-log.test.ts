import { type AccountId, streams } from '@anecdotes/contracts';
import { createRegistry } from '@anecdotes/contracts/server/http/metrics';
import { createPool } from '@anecdotes/contracts/server/postgres/pool';
import { followLog } from '@anecdotes/projection-service/compose';
import type { FollowOptions } from '@anecdotes/projection-service/event-source';
import { followPositions } from '@anecdotes/projection-service/positions';
import { declareStale, liveGeneration } from '@anecdotes/projection-service/projection/generation';
import { rebuild } from '@anecdotes/projection-service/projection/rebuild';
import { type RunningProjection, startProjection } from '@anecdotes/projection-service/projection/start';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { expectOverInFiveSeconds } from '../support/five-seconds.ts';
import {
  created,
  createReadSide,
  expectLikeTheLog,
  newAccountId,
  newAnecdoteId,
  type ReadSide,
} from '../support/projection.ts';
import { openReplaceableLog, type ReplaceableLog } from '../support/replaceable-log.ts';

let log: ReplaceableLog;
let side: ReadSide;
let running: RunningProjection | undefined;
let incidents: string[];
const ann: AccountId = newAccountId();

beforeEach(async () => {
  log = await openReplaceableLog();
  side = await createReadSide(undefined, async () => log);
  incidents = [];
});

afterEach(async () => {
  await running?.stop();
  running = undefined;
  await side.close();
});

const write = (description: string) =>
  side.record(streams.anecdote(newAnecdoteId()), ann, created(ann, { description }));

async function writeAll(...descriptions: string[]): Promise<void> {
  for (const description of descriptions) await write(description);
}

const start = async () => {
  running = await startProjection(side.projection, {
    onMove() {},
    onBatch() {},
    onError() {},
    onIncident: (sentence) => incidents.push(sentence),
  });
};

const shown = async () =>
  (await side.pool.query('select description from views.anecdote order by description')).rows.map(
    (row) => row.description,
  );

const expectShown = (...descriptions: string[]) =>
  vi.waitFor(async () => expect(await shown()).toEqual(descriptions), { timeout: 60_000, interval: 50 });

const isNoticed = () => incidents.some((sentence) => /^The log .* rebuilt from this log\.$/.test(sentence));

/** How a log is rolled back or replaced, and which descriptions it then has. */
const replacements: [name: string, replace: () => Promise<void>, left: string[]][] = [
  ['that lost its last events', () => log.rollBack(2), ['a', 'b']],
  [
    'that lost its last events and has gone on beyond where the views were',
    async () => {
      await log.rollBack(2);
      await writeAll('v', 'w', 'x', 'y', 'z');
    },
    ['a', 'b', 'v', 'w', 'x', 'y', 'z'],
  ],
  [
    'that was replaced by a longer log',
    async () => {
      await log.rollBack(0);
      await writeAll('u', 'v', 'w', 'x', 'y', 'z');
    },
    ['u', 'v', 'w', 'x', 'y', 'z'],
  ],
  ['that lost all its events', () => log.rollBack(0), []],
];

describe.each(replacements)('views of a log %s', (_name, replace, left) => {
  test('are rebuilt when the service starts', async () => {
    await writeAll('a', 'b', 'c', 'd');
    await side.caughtUp();
    await replace();
    await start();
    await expectShown(...left);
    expect(isNoticed()).toBe(true);
    await expectLikeTheLog(side.projection);
  });

  test('are rebuilt by a running service, which notices within five seconds', async () => {
    await start();
    await writeAll('a', 'b', 'c', 'd');
    await expectShown('a', 'b', 'c', 'd');
    await replace();
    await expectOverInFiveSeconds(async () => isNoticed());
    await expectShown(...left);
    await write('zz later');
    await expectShown(...left, 'zz later');
    await expectLikeTheLog(side.projection);
    expect(running?.health().reasons).toEqual([]);
  });
});

test('a log that only grows is not mistaken for another one', async () => {
  await writeAll('a', 'b');
  await side.caughtUp();
  await start();
  await writeAll('c');
  await expectShown('a', 'b', 'c');
  await running?.stop();
  await start();
  await writeAll('d');
  await expectShown('a', 'b', 'c', 'd');
  expect(incidents).toEqual([]);
});

test('views that do not belong to the log are not read until they are rebuilt', async () => {
  await writeAll('a');
  await side.caughtUp();
  const pool = createPool(side.url, { name: 'reader', max: 2, onError() {} });
  const positions = await followPositions(side.url, pool, () => {});
  expect(await positions.waitFor(0n, 0)).toBe(true);
  await declareStale(side.pool, await liveGeneration(side.pool));
  await vi.waitFor(async () => expect(await positions.waitFor(0n, 1)).toBe(false), { timeout: 60_000 });
  const moves: bigint[] = [];
  positions.onMove(({ position }) => moves.push(position));
  await rebuild(side.projection, AbortSignal.timeout(60_000));
  expect(await positions.waitFor(await log.head(), 60_000)).toBe(true);
  expect(moves).toEqual([await log.head()]);
  await positions.stop();
  await pool.end();
});

test('the first views of a log that has events already are not read until they are complete', async () => {
  await writeAll('a', 'b');
  await side.pool.query('drop schema projection cascade; drop schema views cascade');
  const reading = Promise.withResolvers<void>();
  async function* follow(options: FollowOptions) {
    await reading.promise;
    yield* log.follow(options);
  }
  const stops: (() => unknown)[] = [];
  const { positions } = await followLog(
    {
      databaseUrl: side.url,
      pool: side.pool,
      source: { ...log, follow },
      keys: side.keys,
      registry: createRegistry(),
      reportFailure: () => () => {},
      reportIncident: (sentence) => incidents.push(sentence),
    },
    (stop) => stops.push(stop),
  );
  const isShown = await positions.waitFor(0n, 0);
  reading.resolve();
  const isComplete = await positions.waitFor(0n, 60_000);
  const rows = await shown();
  for (const stop of stops.reverse()) await stop();
  expect({ isShown, isComplete, rows }).toEqual({ isShown: false, isComplete: true, rows: ['a', 'b'] });
  expect(incidents).toEqual([]);
});
