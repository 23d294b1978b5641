import { afterAll, vi } from 'vitest';

/* Test files that share a worker leave it as they have found it. */
afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
  // Modules keep what they have read from globals and from the clock.
  vi.resetModules();
});
