import { Problem } from '@anecdotes/contracts';
import { expect, test } from 'vitest';
import { createLoginThrottle } from './login-throttle.ts';

const SECOND = 1_000;

/** The seconds to wait before a try, 0 for none. */
function waitOf(attempt: () => void): number {
  try {
    attempt();
    return 0;
  } catch (error) {
    if (error instanceof Problem) return error.details.retryAfter ?? 0;
    throw error;
  }
}

test('the wait after five failures doubles up to a quarter of an hour', () => {
  let time = 0;
  const throttle = createLoginThrottle(() => new Date(time), true);
  const guess = () => throttle.begin('ann', 'somewhere');
  for (let free = 0; free < 5; free += 1) guess();
  const waits = Array.from({ length: 12 }, () => {
    const wait = waitOf(guess);
    time += wait * SECOND;
    guess();
    return wait;
  });
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
});

test('the right password takes the failures back', () => {
  const throttle = createLoginThrottle(() => new Date(0), true);
  for (let round = 0; round < 5; round += 1) {
    for (let failure = 0; failure < 4; failure += 1) throttle.begin('ann', 'home');
    throttle.succeed('ann', 'home');
  }
});

test('an address that knew the password is not held up by guesses from elsewhere', () => {
  const throttle = createLoginThrottle(() => new Date(0), true);
  throttle.begin('ann', 'home');
  throttle.succeed('ann', 'home');
  for (let guess = 0; guess < 5; guess += 1) throttle.begin('ann', `elsewhere ${guess}`);
  expect(waitOf(() => throttle.begin('ann', 'elsewhere'))).toBe(1);
  expect(waitOf(() => throttle.begin('ann', 'home'))).toBe(0);
});

test('a clock that is set back keeps nobody out for longer', () => {
  let time = 86_400 * SECOND;
  const throttle = createLoginThrottle(() => new Date(time), true);
  for (let guess = 0; guess < 5; guess += 1) throttle.begin('ann', 'somewhere');
  time = 0;
  expect(waitOf(() => throttle.begin('ann', 'somewhere'))).toBe(0);
});
