import { expect, vi } from 'vitest';

/** How long something that has ended, such as a session, may still be accepted. */
const PROMISED_MS = 5_000;

/**
 * Waits until `isOver` returns true, and expects that the last call that returned false began within the promised five
 * seconds. The start of a call counts, so that a slow machine changes nothing.
 */
export async function expectOverInFiveSeconds(isOver: () => Promise<boolean>): Promise<void> {
  const begun = performance.now();
  let lastNot = begun;
  const ask = async () => {
    const asked = performance.now();
    if (await isOver()) return true;
    lastNot = asked;
    return false;
  };
  await vi.waitUntil(ask, { timeout: 15_000, interval: 200 });
  expect(lastNot - begun).toBeLessThan(PROMISED_MS);
}
