import { setTimeout as delay } from 'node:timers/promises';

/** Resolves after `milliseconds`, or when `signal` aborts. */
export async function abortableDelay(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds > 0) await delay(milliseconds, undefined, { signal }).catch(() => {});
}
