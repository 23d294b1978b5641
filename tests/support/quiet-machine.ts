import { expect } from 'vitest';

/** Expects, on a quiet machine (QUIET=1), that less than `limit` milliseconds have passed since `begun`. */
export function expectSoon(begun: number, limit: number): void {
  if (process.env.QUIET) expect(performance.now() - begun).toBeLessThan(limit);
}
