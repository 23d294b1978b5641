import { once } from 'node:events';
import { type AccountId, streams } from '@anecdotes/contracts';
import { createPool } from '@anecdotes/contracts/server/postgres/pool';
import { catchUp } from '@anecdotes/projection-service/compose';
import type { FollowOptions } from '@anecdotes/projection-service/event-source';
import { followPositions, type Positions } from '@anecdotes/projection-service/positions';
import { liveGeneration } from '@anecdotes/projection-service/projection/generation';
import { tablesOf } from '@anecdotes/projection-service/projection/projector';
import { rebuild } from '@anecdotes/projection-service/projection/rebuild';
import { startProjection } from '@anecdotes/projection-service/projection/start';
import { projectors } from '@anecdotes/projection-service/read-models';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { expectOverInFiveSeconds } from '../support/five-seconds.ts';
import {
  created,
  createReadSide,
  expectLikeTheLog,
  newAccountId,
  newAnecdoteId,
  type ReadSide,
} from '../support/projection.ts';

let side: ReadSide;
let positions: Positions;
const ann: AccountId = newAccountId();
const WAIT_OPTIONS = { timeout: 60_000 };

beforeEach(async () => {
  side = await createReadSide();
  const pool = createPool(side.url, { name: 'reader', max: 2, onError() {} });
  positions = await followPositions(side.url, pool, () => {});
  onTestFinished(async () => {
    await positions.stop();
    await pool.end();
  });
});

afterEach(() => side.close());

const write = (description = 'an anecdote') =>
  side.record(streams.anecdote(newAnecdoteId()), ann, created(ann, { description }));

const position = async () => (await liveGeneration(side.pool)).position;

const tables = [...tablesOf(projectors).map(({ name }) => `views.${name}`), 'projection.generation'];

/** Copies the views with their checkpoint. The returned function puts them back, as restoring a backup would. */
async function backUp(): Promise<() => Promise<void>> {
  const copyOf = (table: string) => `backup.${table.replace('.', '_')}`;
  const copies = tables.map((table) => `create table ${copyOf(table)} as table ${table};`);
  await side.pool.query(`create schema backup; ${copies.join(' ')}`);
  return async () => {
    const views = tables.filter((table) => table.startsWith('views.'));
    await side.pool.query(`
      begin;
      ${views.map((table) => `delete from ${table}; insert into ${table} table ${copyOf(table)};`).join(' ')}
      update projection.generation g set position = b.position, last_position = b.last_position, last_id = b.last_id
        from backup.projection_generation b where b.id = g.id;
      commit`);
  };
}

/** Collects the moves of the views that are announced from now on, each with position and owners. */
function listen(): string[] {
  const moves: string[] = [];
  onTestFinished(positions.onMove((moved) => moves.push(`${moved.position} ${String(moved.owners)}`)));
  return moves;
}

test('the projector is notified at once when somebody waits for a position', async () => {
  const { signal } = new AbortController();
  const heard = positions.untilAwaited(60_000, signal);
  const reached = positions.waitFor(1n, 60_000);
  await heard;
  await positions.untilAwaited(60_000, signal);
  positions.advanceTo({ position: 1n, owners: '*' });
  expect(await reached).toBe(true);
});

test('how far the views are behind the log is known as soon as the projection has started', async () => {
  const log = side.projection.source;
  const source = {
    ...log,
    async *follow({ signal, ...options }: FollowOptions) {
      if (!signal.aborted) await once(signal, 'abort');
      yield* log.follow({ ...options, signal });
    },
  };
  const last = await write();
  const { health, stop } = await startProjection(
    { ...side.projection, source },
    { onMove() {}, onBatch() {}, onError() {} },
  );
  expect(health().lag).toBe(Number(last - (await position())));
  expect(health().lag).toBeGreaterThan(0);
  await stop();
});

test('a start waits until the views show what is in the log, unless the log does not answer', async () => {
  const last = await write();
  let isOver = false;
  const waiting = catchUp(side.log, positions, 60_000).then(() => {
    isOver = true;
  });
  await positions.untilAwaited(60_000, new AbortController().signal);
  expect(isOver).toBe(false);
  positions.advanceTo({ position: last, owners: '*' });
  await waiting;
  await catchUp({ head: () => Promise.reject(new Error('away')) }, positions, 60_000);
});

test('a checkpoint that was set back under a running service is noticed, and the lost rows are written again', async () => {
  const errors: unknown[] = [];
  const listener = { onMove: positions.advanceTo, onBatch() {}, onError: (error: unknown) => errors.push(error) };
  const running = await startProjection(side.projection, listener);
  await write();
  await vi.waitFor(async () => expect(await position()).toBe(await side.log.head()), WAIT_OPTIONS);
  const restore = await backUp();
  await write();
  const last = await write();
  await vi.waitFor(async () => expect(await position()).toBe(last), WAIT_OPTIONS);
  await restore();
  expect(await position()).toBeLessThan(last);
  // No new event wakes up the runner meanwhile.
  await expectOverInFiveSeconds(async () => (await position()) === last);
  await running.stop();
  await expectLikeTheLog(side.projection);
  expect(errors).toEqual([]);
});

test('the cached position does not stay ahead of the checkpoint in the database', async () => {
  await write();
  await side.caughtUp();
  const first = await position();
  const restore = await backUp();
  const last = await write();
  await side.caughtUp();
  await vi.waitFor(() => expect(positions.current()).toBe(last), WAIT_OPTIONS);
  const moves = listen();
  await restore();
  await expectOverInFiveSeconds(async () => positions.current() === first);
  expect(moves).toEqual([`${first} *`]);
  const waiting = positions.waitFor(last, 60_000);
  await side.caughtUp();
  expect(await waiting).toBe(true);
});

test('a read that waits for a position asks the database before it times out', async () => {
  await write();
  await side.caughtUp();
  const wanted = (await position()) + 1n;
  // A commit without a notification.
  await side.pool.query(`update projection.generation set position = ${wanted} where state = 'live'`);
  expect(await positions.waitFor(wanted, 1)).toBe(true);
  expect(await positions.waitFor(wanted + 1n, 1)).toBe(false);
});

test('all accounts are notified when the connection that listens for changes is restored', async () => {
  await write();
  await side.caughtUp();
  const at = await side.log.head();
  await vi.waitFor(() => expect(positions.current()).toBe(at), WAIT_OPTIONS);
  const moves = listen();
  await side.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'anecdotes listener'`,
  );
  await vi.waitFor(() => expect(moves).toEqual([`${at} *`]), WAIT_OPTIONS);
});

test('all accounts are notified of changed rows even if no connection was free to ask for the position', async () => {
  await write();
  await side.caughtUp();
  const pool = createPool(side.url, { name: 'reader', max: 1, onError() {} });
  const busy = await followPositions(side.url, pool, () => {});
  const held = await pool.connect();
  onTestFinished(async () => {
    held.release();
    await busy.stop();
    await pool.end();
  });
  const moves: string[] = [];
  busy.onMove(({ owners }) => moves.push(String(owners)));
  busy.advanceTo({ position: await position(), owners: '*', changesEarlierRows: true });
  await vi.waitFor(() => expect(moves).toEqual(['*']), WAIT_OPTIONS);
});

test('all accounts are notified when a rebuild replaces the live views', async () => {
  await write();
  await side.caughtUp();
  const at = await side.log.head();
  await vi.waitFor(() => expect(positions.current()).toBe(at), WAIT_OPTIONS);
  const moves = listen();
  await rebuild(side.projection, AbortSignal.timeout(20_000));
  await vi.waitFor(() => expect(moves).toEqual([`${at} *`]), WAIT_OPTIONS);
});

test('all accounts are notified of a move when an earlier notification was missed', async () => {
  await write();
  await side.caughtUp();
  const at = await side.log.head();
  await vi.waitFor(() => expect(positions.current()).toBe(at), WAIT_OPTIONS);
  const moves = listen();
  positions.advanceTo({ after: at, position: at + 1n, owners: [ann] });
  positions.advanceTo({ after: at + 2n, position: at + 3n, owners: [ann] });
  expect(moves).toEqual([`${at + 1n} ${ann}`, `${at + 3n} *`]);
});
