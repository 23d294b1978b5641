import { expect, test } from 'vitest';
import { createRateLimiter } from './memory-rate-limiter.ts';
import type { RateLimiter, RateRule } from './rate-limit.ts';

/** Takes by one rule; returns the seconds to wait, 0 for none. */
function consumerOf(limiter: RateLimiter) {
  return async (rule: RateRule, key: string, cost = 1) =>
    (await limiter.consume([{ rule, key, cost }]))?.retryAfter ?? 0;
}

async function times<Result>(count: number, run: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let index = 0; index < count; index += 1) results.push(await run());
  return results;
}

test('a window allows at most its maximum in any period of its length', async () => {
  let time = 0;
  const consume = consumerOf(createRateLimiter(true, () => new Date(time)));
  const rule = { name: 'two', max: 2, seconds: 10 };
  expect(await consume(rule, 'a')).toBe(0);
  time = 6_000;
  expect([await consume(rule, 'a'), await consume(rule, 'a'), await consume(rule, 'b')]).toEqual([0, 4, 0]);
  time = 10_000;
  expect([await consume(rule, 'a'), await consume(rule, 'a')]).toEqual([0, 6]);
});

test('calls that were counted before the clock was set back no longer count', async () => {
  let time = 86_400_000;
  const consume = consumerOf(createRateLimiter(true, () => new Date(time)));
  const rule = { name: 'one', max: 1, seconds: 10 };
  expect(await consume(rule, 'a')).toBe(0);
  time = 0;
  expect([await consume(rule, 'a'), await consume(rule, 'a')]).toEqual([0, 10]);
});

test('a burst is allowed at once and refills over time', async () => {
  let time = 0;
  const consume = consumerOf(createRateLimiter(true, () => new Date(time)));
  const rule = { name: 'steady', max: 60, seconds: 60, burst: 3 };
  expect(await times(4, () => consume(rule, 'a'))).toEqual([0, 0, 0, 1]);
  time = 2_000;
  expect(await times(3, () => consume(rule, 'a'))).toEqual([0, 0, 1]);
  time = 1_000_000;
  expect(await times(4, () => consume(rule, 'a'))).toEqual([0, 0, 0, 1]);
});

test('a limiter that is off counts nothing', async () => {
  const consume = consumerOf(createRateLimiter(false));
  const rule = { name: 'one', max: 1, seconds: 60 };
  expect([await consume(rule, 'a'), await consume(rule, 'a')]).toEqual([0, 0]);
});

test('a cost is accepted in full while anything is left, and later calls wait until its debt is paid', async () => {
  let time = 0;
  const consume = consumerOf(createRateLimiter(true, () => new Date(time)));
  const rule = { name: 'bytes', max: 100, seconds: 100, burst: 100 };
  expect([await consume(rule, 'a', 90), await consume(rule, 'a', 50), await consume(rule, 'a', 1)]).toEqual([0, 0, 41]);
  time = 41_000;
  expect([await consume(rule, 'a', 0), await consume(rule, 'a', 0), await consume(rule, 'a', 1)]).toEqual([0, 0, 0]);
  expect(await consume(rule, 'a', 1)).toBe(1);
});

test('a charge counts even when nothing is left', async () => {
  const limiter = createRateLimiter(true, () => new Date(0));
  const rule = { name: 'bytes', max: 100, seconds: 100, burst: 100 };
  limiter.charge([{ rule, key: 'a', cost: 150 }]);
  limiter.charge([{ rule, key: 'a', cost: 50 }]);
  expect(await limiter.consume([{ rule, key: 'a', cost: 0 }])).toEqual({ rule, retryAfter: 101 });
});

test('the first rule that is used up is returned, and those after it are not counted', async () => {
  const limiter = createRateLimiter(true, () => new Date(0));
  const [one, two] = [
    { name: 'one', max: 1, seconds: 10 },
    { name: 'two', max: 2, seconds: 20 },
  ];
  const both = [one, two].map((rule) => ({ rule, key: 'a' }));
  expect(await limiter.consume(both)).toBeUndefined();
  expect(await limiter.consume(both)).toEqual({ rule: one, retryAfter: 10 });
  expect(await limiter.consume([{ rule: two, key: 'a' }])).toBeUndefined();
  expect(await limiter.consume([{ rule: two, key: 'a' }])).toEqual({ rule: two, retryAfter: 20 });
});

test('what is left of a rule is returned without using any of it', async () => {
  let time = 0;
  const limiter = createRateLimiter(true, () => new Date(time));
  const window = { rule: { name: 'two', max: 2, seconds: 10 }, key: 'a' };
  const bucket = { rule: { name: 'steady', max: 60, seconds: 60, burst: 3 }, key: 'a' };
  const remaining = () => [limiter.remaining(window), limiter.remaining(bucket)];
  expect(remaining()).toEqual([
    { amount: 2, seconds: 0 },
    { amount: 3, seconds: 0 },
  ]);
  await limiter.consume([window, bucket]);
  time = 500;
  const after = [
    { amount: 1, seconds: 10 },
    { amount: 2, seconds: 1 },
  ];
  expect([remaining(), remaining()]).toEqual([after, after]);
  limiter.charge([{ ...bucket, cost: 10 }]);
  expect(limiter.remaining(bucket)).toEqual({ amount: 0, seconds: 11 });
});
