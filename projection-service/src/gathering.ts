import { abortableDelay } from '@anecdotes/contracts/server/concurrency/delay';

/**
 * Waits until a reader waits for what was written last: resolves as soon as there is one, at the latest after
 * `milliseconds` or when `signal` aborts.
 */
export type UntilAwaited = (milliseconds: number, signal: AbortSignal) => Promise<unknown>;

/**
 * The cost of a small batch hardly depends on its size, so at the end of the log batches begin at least this far apart.
 */
const MIN_INTERVAL_MS = 8;
/**
 * How far apart they begin while no reader waits: a screen that is updated this much later still seems to be updated at
 * once.
 */
const MAX_INTERVAL_MS = 100;

/**
 * Returns when the next batch may begin; the one before it began at `previousStart` (of `performance.now()`). A burst
 * of events becomes few batches, and a reader that waits for its own change waits for at most one.
 */
export async function untilNextBatch(
  previousStart: number,
  untilAwaited: UntilAwaited,
  signal: AbortSignal,
): Promise<void> {
  await abortableDelay(previousStart + MIN_INTERVAL_MS - performance.now(), signal);
  const rest = previousStart + MAX_INTERVAL_MS - performance.now();
  if (rest > 0 && !signal.aborted) await untilAwaited(rest, signal);
}

/** Never holds a batch back, as if a reader always waited. */
export const neverWait: UntilAwaited = async () => {};
