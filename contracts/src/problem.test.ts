import { expect, test } from 'vitest';
import { Problem } from './problem.ts';

test.each([
  [undefined, 'Please wait a moment.'],
  [60, 'Please wait a moment.'],
  [61, 'Please try again in 2 minutes.'],
  [1_855, 'Please try again in 31 minutes.'],
  [86_400, 'Please try again in 24 hours.'],
])('a rate limit with a wait of %s seconds says how long to wait if that is not short', (wait, advice) => {
  const details = wait === undefined ? {} : { retryAfter: wait };
  expect(new Problem('RATE_LIMITED', details).message).toBe(`Too many requests. ${advice}`);
});
