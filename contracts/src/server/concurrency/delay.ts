import { setTimeout as delay } from 'node:timers/promises';

/** Resolves after `milliseconds`, or when `signal` aborts. */
export async function abortableDelay(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds > 0) await delay(milliseconds, undefined, { signal }).catch(() => {});
}

/** The first and the longest pause before another attempt, in milliseconds. */
export type BackOff = { readonly first: number; readonly max: number };

/**
 * Pauses after so many `failures` in a row, or until `signal` aborts: each time twice as long, and a random part of up
 * to half shorter, so that several processes do not try again at the same time.
 */
export function backOff(failures: number, { first, max }: BackOff, signal: AbortSignal): Promise<void> {
  const longest = Math.min(max, first * 2 ** (failures - 1));
  return abortableDelay(longest * (0.5 + Math.random() / 2), signal);
}
