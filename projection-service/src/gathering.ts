import { setTimeout as delay } from 'node:timers/promises';

/**
 * Waits for somebody who wants to read what was written last: resolves as soon as there is one, at the latest after
 * `milliseconds` or when `signal` aborts.
 */
export type UntilAwaited = (milliseconds: number, signal: AbortSignal) => Promise<unknown>;

/** Most of what a small batch costs is the batch, so at the end of the log they begin at least this far apart. */
const LEAST_MS = 8;
/** How far while nobody waits: a screen that is told so much later seems to be told at once. */
const MOST_MS = 100;

/**
 * Returns when the batch may begin that follows the one that began at `begun` (of `performance.now()`): a burst of events
 * becomes few batches, and who waits to read what they have written waits for no more than one.
 */
export async function untilNextBatch(begun: number, untilAwaited: UntilAwaited, signal: AbortSignal): Promise<void> {
  await untilOver(begun + LEAST_MS - performance.now(), signal);
  const rest = begun + MOST_MS - performance.now();
  if (rest > 0 && !signal.aborted) await untilAwaited(rest, signal);
}

/** Somebody waits. */
export const atOnce: UntilAwaited = async () => {};

/** Resolves after `milliseconds`, or when `signal` aborts. */
export async function untilOver(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds > 0) await delay(milliseconds, undefined, { signal }).catch(() => {});
}
