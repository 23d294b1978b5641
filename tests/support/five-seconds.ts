import { expect, vi } from 'vitest';

/** How long what has ended may still be taken for live. */
const PROMISED_MS = 5_000;

/**
 * Waits until `isOver`, and expects that it was so whenever it was asked after the promised five seconds. Only when a
 * question began counts, so that a slow machine changes nothing.
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
