import { Problem } from '@anecdotes/contracts';
import { expect, test } from 'vitest';
import { createLoginThrottle } from './login-throttle.ts';

const SECOND = 1_000;

/** The seconds to wait before the next attempt; 0 when `attempt` succeeds. */
async function waitOf(attempt: () => Promise<void>): Promise<number> {
  try {
    await attempt();
    return 0;
  } catch (error) {
    if (error instanceof Problem) return error.details.retryAfter ?? 0;
    throw error;
  }
}

test('from the fifth failed log-in on, the wait before the next attempt doubles from 1 s up to 15 minutes', async () => {
  let time = 0;
  const throttle = createLoginThrottle(() => new Date(time), true);
  const guess = () => throttle.begin('ann', 'somewhere');
  for (let free = 0; free < 5; free += 1) await guess();
  const waits: number[] = [];
  for (let round = 0; round < 12; round += 1) {
    const wait = await waitOf(guess);
    time += wait * SECOND;
    await guess();
    waits.push(wait);
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
});

test('the right password resets the count of failed log-ins', async () => {
  const throttle = createLoginThrottle(() => new Date(0), true);
  for (let round = 0; round < 5; round += 1) {
    for (let failure = 0; failure < 4; failure += 1) await throttle.begin('ann', 'home');
    await throttle.succeed('ann', 'home');
  }
});

test('an address that once logged in with the right password does not wait because of guesses from other addresses', async () => {
  const throttle = createLoginThrottle(() => new Date(0), true);
  await throttle.begin('ann', 'home');
  await throttle.succeed('ann', 'home');
  for (let guess = 0; guess < 5; guess += 1) await throttle.begin('ann', `elsewhere ${guess}`);
  expect(await waitOf(() => throttle.begin('ann', 'elsewhere'))).toBe(1);
  expect(await waitOf(() => throttle.begin('ann', 'home'))).toBe(0);
});

test('a clock that is set back does not make a log-in wait longer', async () => {
  let time = 86_400 * SECOND;
  const throttle = createLoginThrottle(() => new Date(time), true);
  for (let guess = 0; guess < 5; guess += 1) await throttle.begin('ann', 'somewhere');
  time = 0;
  expect(await waitOf(() => throttle.begin('ann', 'somewhere'))).toBe(0);
});
