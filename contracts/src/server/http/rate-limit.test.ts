import { expect, test } from 'vitest';
import { addressOf, createRateLimiter } from './rate-limit.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['192.0.2.1:51234', '192.0.2.1'],
  ['[2001:db8:1:2:3:4:5:6]:51234', '2001:db8:1:2::/64'],
])('the address %s counts as %s', (ip, address) => {
  expect(addressOf({ ip })).toBe(address);
});

test('a window allows so many in any stretch of its length', () => {
  let time = 0;
  const limiter = createRateLimiter(true, () => new Date(time));
  const rule = { name: 'two', max: 2, seconds: 10 };
  expect(limiter.take(rule, 'a')).toBe(0);
  time = 6_000;
  expect([limiter.take(rule, 'a'), limiter.take(rule, 'a'), limiter.take(rule, 'b')]).toEqual([0, 4, 0]);
  time = 10_000;
  expect([limiter.take(rule, 'a'), limiter.take(rule, 'a')]).toEqual([0, 6]);
});

test('what a clock counted before it was set back no longer counts', () => {
  let time = 86_400_000;
  const limiter = createRateLimiter(true, () => new Date(time));
  const rule = { name: 'one', max: 1, seconds: 10 };
  expect(limiter.take(rule, 'a')).toBe(0);
  time = 0;
  expect([limiter.take(rule, 'a'), limiter.take(rule, 'a')]).toEqual([0, 10]);
});

test('a burst is allowed at once and fills up as time goes by', () => {
  let time = 0;
  const limiter = createRateLimiter(true, () => new Date(time));
  const rule = { name: 'steady', max: 60, seconds: 60, burst: 3 };
  expect([1, 2, 3, 4].map(() => limiter.take(rule, 'a'))).toEqual([0, 0, 0, 1]);
  time = 2_000;
  expect([1, 2, 3].map(() => limiter.take(rule, 'a'))).toEqual([0, 0, 1]);
  time = 1_000_000;
  expect([1, 2, 3, 4].map(() => limiter.take(rule, 'a'))).toEqual([0, 0, 0, 1]);
});

test('a limiter that is off counts nothing', () => {
  const limiter = createRateLimiter(false);
  const rule = { name: 'one', max: 1, seconds: 60 };
  expect([limiter.take(rule, 'a'), limiter.take(rule, 'a')]).toEqual([0, 0]);
});
