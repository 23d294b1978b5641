import { afterAll, vi } from 'vitest';

/* Undoes what a test file changed in its worker, which it shares with other files. */
afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
  // Modules may keep values that they read from globals or from the clock.
  vi.resetModules();
});
