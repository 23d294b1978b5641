import type { AccountId, AnecdoteId, JournalEvent } from '@anecdotes/contracts';
import { streams } from '@anecdotes/contracts';
import { createPool } from '@anecdotes/contracts/server/postgres/pool';
import { createHealthCheck } from '@anecdotes/projection-service/projection/health';
import { runProjection } from '@anecdotes/projection-service/projection/run';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventsAfter } from '../support/log-events.ts';
import {
  content,
  created,
  createReadSide,
  edited,
  newAccountId,
  newAnecdoteId,
  type ReadSide,
} from '../support/projection.ts';

let side: ReadSide;
let ann: AccountId;
let ben: AccountId;

beforeEach(async () => {
  side = await createReadSide();
  ann = newAccountId();
  ben = newAccountId();
});

afterEach(() => side.close());

/** Records events of every kind; returns the ids of the anecdotes. */
async function recordLife(): Promise<Record<'kept' | 'child' | 'deleted' | 'restored', AnecdoteId>> {
  const ids = { kept: newAnecdoteId(), child: newAnecdoteId(), deleted: newAnecdoteId(), restored: newAnecdoteId() };
  const at = '2026-11-19T10:00:00.000Z';
  const registered: JournalEvent = {
    type: 'AccountRegistered',
    data: { account: ann, role: 'guest', username: 'guest', email: null, full_name: 'Guest' },
  };
  const react = (type: 'SameHereAdded' | 'SameHereWithdrawn', account: AccountId): JournalEvent => ({
    type,
    data: { owner: ann, account },
  });
  await side.record(streams.account(ann), ann, { ...registered, at });
  await side.record(streams.username('00ff'), ann, { type: 'UsernameReserved', data: { account: ann } });
  await side.record(`session-${newAccountId()}`, ann, { type: 'SessionStarted', data: { account: ann } });
  await side.record(streams.anecdote(ids.kept), ann, { ...created(ann), at });
  await side.record(streams.anecdote(ids.kept), ann, edited(ann, { tags: ['evening', 'exercise'], location: null }));
  await side.record(streams.anecdote(ids.kept), ann, react('SameHereAdded', ann), react('SameHereAdded', ben));
  await side.record(streams.anecdote(ids.kept), ann, react('SameHereWithdrawn', ann));
  await side.record(streams.anecdote(ids.child), ann, created(ann, { connected_to: ids.kept, tags: [] }));
  await side.record(streams.anecdote(ids.child), ann, { type: 'AnecdoteUnlinked', data: { owner: ann } });
  await side.record(streams.anecdote(ids.child), ann, {
    type: 'AnecdoteLinked',
    data: { owner: ann, connected_to: ids.kept },
  });
  await side.record(streams.anecdote(ids.child), ann, {
    type: 'AnecdoteImported',
    data: { owner: ann, source: 'reddit', source_address: 'https://www.reddit.com/r/x/comments/1/y/' },
  });
  for (const id of [ids.deleted, ids.restored]) {
    await side.record(streams.anecdote(id), ann, created(ann, { tags: ['gone', 'exercise'] }));
    await side.record(streams.anecdote(id), ann, { type: 'AnecdoteDeleted', data: { owner: ann } });
  }
  await side.record(streams.anecdote(ids.restored), ann, {
    type: 'AnecdoteRestored',
    data: { owner: ann, connected_to: null, created_at: at, same_here: [ben], ...content({ tags: ['back'] }) },
  });
  return ids;
}

test('the projection folds every kind of event into rows', async () => {
  const ids = await recordLife();
  await side.caughtUp();
  const { rows } = await side.pool.query(
    'select id, tags, location, same_here, connected_to, revision, created_at, updated_at from views.anecdote',
  );
  const row = (id: string) => rows.find((found) => found.id === id);
  expect(row(ids.kept)).toMatchObject({
    tags: ['evening', 'exercise'],
    location: null,
    same_here: [ben],
    revision: 4,
    created_at: new Date('2026-11-19T10:00:00.000Z'),
  });
  expect(row(ids.kept).updated_at.getTime()).toBeGreaterThan(row(ids.kept).created_at.getTime());
  expect(row(ids.child)).toMatchObject({ connected_to: ids.kept, revision: 3 });
  expect(row(ids.deleted)).toBeUndefined();
  expect(row(ids.restored)).toMatchObject({ tags: ['back'], same_here: [ben], revision: 2 });
  const { rows: tags } = await side.pool.query('select name, count from views.tag where owner = $1 order by name', [
    ann,
  ]);
  expect(tags).toEqual([
    { name: 'back', count: 1 },
    { name: 'evening', count: 1 },
    { name: 'exercise', count: 1 },
  ]);
  const { rows: journal } = await side.pool.query('select count from views.journal where owner = $1', [ann]);
  expect(journal).toEqual([{ count: 3 }]);
  expect((await side.pool.query('select type, error from projection.quarantine')).rows).toEqual([]);
});

test('the projection gives the same rows however the log is cut into batches', async () => {
  await recordLife();
  for (const { position } of await eventsAfter(side.log, 0n)) {
    await runProjection(side.projection, { target: 'live', until: position, signal: AbortSignal.timeout(20_000) });
  }
  const oneByOne = await side.rows();
  await side.pool.query(
    `update projection.generation set position = 0; truncate ${Object.keys(oneByOne).map((table) => `views.${table}`)}`,
  );
  await side.caughtUp();
  expect(await side.rows()).toEqual(oneByOne);
});

test('handling the whole log twice changes nothing', async () => {
  await recordLife();
  await side.caughtUp();
  const once = await side.rows();
  await side.pool.query('update projection.generation set position = 0');
  await side.caughtUp();
  expect(await side.rows()).toEqual(once);
});

test('handling each event twice before the next one changes nothing', async () => {
  await recordLife();
  await side.caughtUp();
  const once = await side.rows();
  await side.pool.query(
    `update projection.generation set position = 0; truncate ${Object.keys(once).map((table) => `views.${table}`)}`,
  );
  let before = 0n;
  for (const { position } of await eventsAfter(side.log, 0n)) {
    for (let time = 0; time < 2; time += 1) {
      await side.pool.query('update projection.generation set position = $1', [before]);
      await runProjection(side.projection, { target: 'live', until: position, signal: AbortSignal.timeout(20_000) });
    }
    before = position;
  }
  expect(await side.rows()).toEqual(once);
});

test('two simultaneous projectors have the effect of one', async () => {
  const stop = new AbortController();
  const runs = [1, 2].map(() => runProjection(side.projection, { target: 'live', signal: stop.signal }));
  const lives = 15;
  for (let life = 0; life < lives; life += 1) await recordLife();
  await side.caughtUp();
  stop.abort();
  await Promise.all(runs);
  const both = await side.rows();
  await side.pool.query(
    `update projection.generation set position = 0; truncate ${Object.keys(both).map((table) => `views.${table}`)}`,
  );
  await side.caughtUp();
  expect(await side.rows()).toEqual(both);
  const { rows } = await side.pool.query('select count from views.journal where owner = $1', [ann]);
  expect(rows).toEqual([{ count: 3 * lives }]);
});

describe('a statement that takes too long', () => {
  /** Makes the insert of a batch slow when the SQL condition `isTooLarge` is true for its rows. */
  const slowDown = (isTooLarge: string) =>
    side.pool.query(`
      create function slow() returns trigger language plpgsql as
        $$ begin if (select ${isTooLarge} from added) then perform pg_sleep(0.7); end if; return null; end $$;
      create trigger slow after insert on views.anecdote referencing new table as added
        for each statement execute function slow()`);

  /** Runs with a short statement timeout until the views show the log, which arrives in one batch. */
  const runWithShortTimeout = async (onBatch: (events: number) => void) => {
    const source: typeof side.log = {
      ...side.log,
      async *follow({ after }) {
        yield { events: await eventsAfter(side.log, after), position: await side.log.head() };
      },
    };
    const pool = createPool(side.url, { name: 'short-timeout', max: 3, onError: () => {}, statementTimeout: 500 });
    await runProjection(
      { ...side.projection, pool, source },
      {
        target: 'live',
        until: await side.log.head(),
        signal: AbortSignal.timeout(25_000),
        onBatch: ({ events }) => void onBatch(events),
      },
    );
    await pool.end();
  };

  const shown = async () => (await side.pool.query('select count(*)::int from views.anecdote')).rows[0].count;

  test('is retried with half of its events until it succeeds', async () => {
    for (let number = 0; number < 64; number += 1) {
      await side.record(streams.anecdote(newAnecdoteId()), ann, created(ann));
    }
    await slowDown('count(*) > 16');
    const sizes: number[] = [];
    await runWithShortTimeout((events) => sizes.push(events));
    expect(await shown()).toBe(64);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(16);
  });

  test('is never retried with as many events, not even after another failure', async () => {
    for (let number = 0; number < 64; number += 1) {
      await side.record(streams.anecdote(newAnecdoteId()), ann, created(ann));
    }
    // Sequences count the attempts, including those rolled back. The first with 32 events fails for another reason.
    await side.pool.query(`
      create sequence tries_of_64; create sequence tries_of_32;
      create function fail() returns trigger language plpgsql as $$
        declare events int := (select count(*) from added);
        begin
          if events = 64 then perform nextval('tries_of_64'), pg_sleep(0.7); end if;
          if events = 32 and nextval('tries_of_32') = 1 then raise 'away' using errcode = '57P03'; end if;
          return null;
        end $$;
      create trigger fail after insert on views.anecdote referencing new table as added
        for each statement execute function fail()`);
    await runWithShortTimeout(() => {});
    expect(await shown()).toBe(64);
    const { rows } = await side.pool.query(
      'select (select last_value from tries_of_64) as of_64, (select last_value from tries_of_32) as of_32',
    );
    expect(rows).toEqual([{ of_64: 1n, of_32: 3n }]);
  });

  test('gets the time that it needs when it writes a single event, which is not quarantined', async () => {
    await side.record(streams.anecdote(newAnecdoteId()), ann, created(ann));
    await slowDown('true');
    await runWithShortTimeout(() => {});
    expect(await shown()).toBe(1);
    expect((await side.pool.query('select from projection.quarantine')).rowCount).toBe(0);
  });

  test('is rare, because the size of a batch is limited in bytes', async () => {
    for (let number = 0; number < 60; number += 1) {
      await side.record(streams.anecdote(newAnecdoteId()), ann, created(ann, { description: 'x'.repeat(20_000) }));
    }
    const sizes: number[] = [];
    await runProjection(side.projection, {
      target: 'live',
      until: await side.log.head(),
      signal: AbortSignal.timeout(25_000),
      onBatch: ({ events }) => void sizes.push(events),
    });
    expect(await shown()).toBe(60);
    expect(Math.max(...sizes)).toBeLessThan(45);
  });
});

test('views that move but get no closer to the end of the log are reported, those that catch up are not', async () => {
  let now = 0;
  let head = 0n;
  const source = { ...side.log, head: async () => head, end: async () => head };
  const { examine, current } = createHealthCheck({ pool: side.pool, source }, () => now);
  const afterTwoSeconds = async (read: bigint, written: bigint) => {
    now += 2_000;
    await side.pool.query('update projection.generation set position = position + $1', [read]);
    head += written;
    await examine();
    return current();
  };
  await examine();
  // People write, and the views follow within two seconds.
  for (let time = 0; time < 10; time += 1) await afterTwoSeconds(100n, 100n + BigInt(time === 0 ? 50 : 0));
  expect(current()).toMatchObject({ status: 'ok', lag: 50 });
  // A burst of writes, which the views catch up with.
  await afterTwoSeconds(100n, 5_000n);
  for (let time = 0; time < 5; time += 1) await afterTwoSeconds(300n, 100n);
  expect(current()).toMatchObject({ status: 'ok', lag: 3_950, behindSeconds: 10 });
  // From now on as many events are written as are read.
  for (let time = 0; time < 3; time += 1) await afterTwoSeconds(300n, 300n);
  expect(current()).toMatchObject({
    status: 'degraded',
    reasons: ['The views have been behind the log for 16 seconds and have not come closer to its end for 6 seconds.'],
  });
  await afterTwoSeconds(2_000n, 0n);
  expect(current()).toMatchObject({ status: 'ok', behindSeconds: 18 });
  await afterTwoSeconds(1_950n, 0n);
  expect(current()).toMatchObject({ status: 'ok', lag: 0, behindSeconds: 0 });
});

test('views that are behind and do not move are reported, and so is a log that does not answer', async () => {
  let now = 0;
  let isAway = false;
  const source: typeof side.log = {
    ...side.log,
    head: () => (isAway ? Promise.reject(new Error('away')) : side.log.head()),
  };
  const { examine, current } = createHealthCheck({ pool: side.pool, source }, () => now);
  const after = async (milliseconds: number) => {
    now += milliseconds;
    await examine();
    return current();
  };
  await after(60_000);
  await side.record(streams.anecdote(newAnecdoteId()), ann, created(ann));
  const { lag, ...rest } = await after(2_000);
  expect(lag).toBeGreaterThan(0);
  expect(rest).toEqual({
    status: 'ok',
    behindSeconds: 0,
    quarantined: 0,
    missingKeys: 0,
    rebuilding: false,
    reasons: [],
  });
  expect(await after(4_000)).toMatchObject({ status: 'ok' });
  expect(await after(2_000)).toMatchObject({
    status: 'degraded',
    lag,
    reasons: [`The views have not moved for 6 seconds and are ${lag} positions behind the log.`],
  });
  await side.caughtUp();
  expect(await after(0)).toMatchObject({ status: 'ok', lag: 0, reasons: [] });
  isAway = true;
  expect(await after(0)).toMatchObject({
    status: 'degraded',
    reasons: ['The log or the database does not answer.'],
  });
});
