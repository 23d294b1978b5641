import { createPostgresLoginThrottle } from '@anecdotes/command-service/account/password/login-throttle';
import { migrateVault } from '@anecdotes/command-service/vault/migrate';
import type { RateRule, Refusal } from '@anecdotes/contracts/server/http/rate-limit';
import { createPool } from '@anecdotes/contracts/server/postgres/pool';
import { createPostgresRateLimiter } from '@anecdotes/contracts/server/postgres/rate-limiter';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPreparedDatabase } from '../support/database.ts';
import { untilLockWait } from '../support/lock-waits.ts';

const secret = new Uint8Array(32).fill(5);
let url: string;
let vault: pg.Pool;
const pools: pg.Pool[] = [];

function openPool(): pg.Pool {
  const pool = createPool(url, { name: 'limits', max: 2, onError: () => {} });
  pools.push(pool);
  return pool;
}

beforeAll(async () => {
  url = await createPreparedDatabase();
  vault = openPool();
  await migrateVault(vault);
});
beforeEach(() => vault.query('truncate vault.rate_limit'));
afterAll(() => Promise.all(pools.map((pool) => pool.end())));

/**
 * Takes from one rule like a separate process. Returns the seconds to wait (0 for none), rounded up to hundreds,
 * because a few seconds may pass in between.
 */
function newProcess() {
  const limiter = createPostgresRateLimiter(openPool(), { secret });
  const consume = async (rule: RateRule, key: string, cost = 1) =>
    hundreds(await limiter.consume([{ rule, key, cost }]));
  return { limiter, consume };
}

function hundreds(refusal: Refusal | undefined): number {
  return Math.ceil((refusal?.retryAfter ?? 0) / 100) * 100;
}

/** Moves all counts `seconds` into the past. */
async function advanceTime(seconds: number): Promise<void> {
  await vault.query(
    `update vault.rate_limit set at = at - $1 * 1000, expires_at = expires_at - make_interval(secs => $1),
       times = array(select counted - $1 * 1000 from unnest(times) counted)`,
    [seconds],
  );
}

test('a window is shared by two processes, and limits the calls in any period of its length', async () => {
  const [one, two] = [newProcess(), newProcess()];
  const rule = { name: 'two', max: 2, seconds: 1_000 };
  expect(await one.consume(rule, 'a')).toBe(0);
  await advanceTime(600);
  expect([await two.consume(rule, 'a'), await one.consume(rule, 'a'), await two.consume(rule, 'b')]).toEqual([
    0, 400, 0,
  ]);
  await advanceTime(400);
  expect(await two.consume(rule, 'a')).toBe(0);
  expect(await newProcess().consume(rule, 'a')).toBe(600);
});

test('a burst is shared by two processes, however many calls they make at once, and refills over time', async () => {
  const [one, two] = [newProcess(), newProcess()];
  const rule = { name: 'steady', max: 60, seconds: 6_000, burst: 50 };
  const at = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => (index % 2 === 0 ? one : two).consume(rule, 'a')));
  expect((await at(80)).filter((wait) => wait === 0)).toHaveLength(50);
  await advanceTime(1_000);
  const later = newProcess();
  const waits = await Promise.all(Array.from({ length: 12 }, () => later.consume(rule, 'a')));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(10);
  expect(Math.max(...waits)).toBe(100);
});

test('a cost is admitted in full while anything is left, and charged costs count in any case', async () => {
  const { limiter, consume } = newProcess();
  const rule = { name: 'bytes', max: 100, seconds: 10_000, burst: 100 };
  expect([await consume(rule, 'a', 90), await consume(rule, 'a', 50)]).toEqual([0, 0]);
  limiter.charge([{ rule, key: 'a', cost: 60 }]);
  // Written after the charge, which nobody waits for.
  await consume(rule, 'b', 0);
  expect(await newProcess().consume(rule, 'a', 0)).toBe(10_100);
  await advanceTime(10_200);
  expect(await newProcess().consume(rule, 'a', 0)).toBe(0);
});

test('the first exhausted rule is reported, and the rules after it are not counted', async () => {
  const [one, two] = [
    { name: 'one', max: 1, seconds: 10_000 },
    { name: 'two', max: 2, seconds: 20_000 },
  ];
  const both = [one, two].map((rule) => ({ rule, key: 'a' }));
  expect(await newProcess().limiter.consume(both)).toBeUndefined();
  const refusal = await newProcess().limiter.consume(both);
  expect([refusal?.rule, hundreds(refusal)]).toEqual([one, 10_000]);
  const { consume } = newProcess();
  expect([await consume(two, 'a'), await consume(two, 'a')]).toEqual([0, 20_000]);
});

test('what other processes count is kept while a count waits for its rows', async () => {
  const pool = createPool(url, { name: 'limits', max: 3, onError: () => {} });
  pools.push(pool);
  /** Counts once at each place, by a window of ten. */
  const count = (...places: string[]) =>
    pool.query('select vault.count_calls($1, 1, $2, $3, $4, $5, $6, $7, $8)', [
      places,
      ...[places.map(() => 1), places.map((_, index) => index + 1)],
      ...[10, 1_000, null, 1, false].map((value) => places.map(() => value)),
    ]);
  await count('first', 'second');
  const other = await pool.connect();
  await other.query('begin');
  await other.query("select from vault.rate_limit where place = 'first' for update");
  const waiting = count('first', 'second');
  await untilLockWait(vault);
  await count('second');
  await other.query('commit');
  other.release();
  await waiting;
  const { rows } = await vault.query(
    'select place, cardinality(times) as counted from vault.rate_limit order by place',
  );
  expect(rows).toEqual([
    { place: 'first', counted: 2 },
    { place: 'second', counted: 3 },
  ]);
});

test('a call whose limit is known to be exhausted is refused without a database query', async () => {
  const pool = openPool();
  const limiter = createPostgresRateLimiter(pool, { secret });
  const usage = { rule: { name: 'one', max: 1, seconds: 1_000 }, key: 'a' };
  expect(await limiter.consume([usage])).toBeUndefined();
  expect(hundreds(await limiter.consume([usage]))).toBe(1_000);
  await vault.query('truncate vault.rate_limit');
  expect(hundreds(await limiter.consume([usage]))).toBe(1_000);
});

test('while the database is unreachable, a process counts by itself and reports it', async () => {
  const closed = createPool(url, { name: 'closed', max: 1, onError: () => {} });
  await closed.end();
  const errors: unknown[] = [];
  const limiter = createPostgresRateLimiter(closed, { secret, onError: (error) => errors.push(error) });
  const usage = { rule: { name: 'one', max: 1, seconds: 1_000 }, key: 'a' };
  expect(await limiter.consume([usage])).toBeUndefined();
  expect(hundreds(await limiter.consume([usage]))).toBe(1_000);
  expect(errors).toHaveLength(1);
});

test('counts are kept in an unlogged table, under names that do not reveal an address', async () => {
  await newProcess().consume({ name: 'one', max: 1, seconds: 1_000 }, '192.0.2.1');
  const { rows } = await vault.query('select * from vault.rate_limit');
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain('192.0.2.1');
  const kind = await vault.query(`select relpersistence from pg_class where oid = 'vault.rate_limit'::regclass`);
  expect(kind.rows).toEqual([{ relpersistence: 'u' }]);
});

test('log-ins of one account are slowed down across processes: 1, 2, 4 … 900 seconds after five failures', async () => {
  const [one, two] = [newThrottle(), newThrottle()];
  for (const expected of [0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
    await one.begin('ann', 'elsewhere');
    expect(await lastWait()).toBe(expected);
    await advanceTime(expected + 1);
  }
  await advanceTime(-800);
  expect(await waitOf(two.begin('ann', 'anywhere'))).toBeGreaterThan(700);
  await advanceTime(86_401);
  for (let guess = 0; guess < 4; guess += 1) expect(await waitOf(two.begin('ann', 'elsewhere'))).toBe(0);
});

test('an address that logged in successfully stays admitted while others guess, in any process', async () => {
  const [one, two] = [newThrottle(), newThrottle()];
  await one.begin('ann', 'home');
  await one.succeed('ann', 'home');
  for (let guess = 0; guess < 12; guess += 1) {
    await one.begin('ann', `elsewhere ${guess}`);
    await advanceTime(guess === 11 ? 0 : 1_000);
  }
  expect(await waitOf(two.begin('ann', 'elsewhere'))).toBeGreaterThan(0);
  expect(await waitOf(two.begin('ann', 'home'))).toBe(0);
  await two.succeed('ann', 'home');
  expect(await waitOf(two.begin('ann', 'elsewhere'))).toBeGreaterThan(0);
});

function newThrottle() {
  return createPostgresLoginThrottle(openPool(), secret);
}

function waitOf(begun: Promise<void>): Promise<number> {
  return begun.then(
    () => 0,
    ({ details }: { details: { retryAfter: number } }) => details.retryAfter,
  );
}

/** The wait in seconds that the only row got when it was last counted. */
async function lastWait(): Promise<number> {
  const { rows } = await vault.query<{ wait: number }>(
    `select round((at / 1000 - extract(epoch from expires_at) + 86400)::numeric)::int as wait from vault.rate_limit`,
  );
  expect(rows).toHaveLength(1);
  return rows[0]?.wait ?? -1;
}
