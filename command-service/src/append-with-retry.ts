import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '@anecdotes/contracts';
import { QueueFull } from '@anecdotes/contracts/server/concurrency/bounded-queue';
import type { Append, AppendResult, EventLog } from './event-log.ts';

const REPEATS = 2;
const PAUSE_MS = 50;

/**
 * Appends, and repeats the append while its outcome is unknown, with the same event ids and expected revision, so that
 * the log does not store it twice. Throws UNAVAILABLE when the outcome stays unknown, QueueFull when too many wait.
 */
export async function appendWithRetry(log: Pick<EventLog, 'append'>, append: Append): Promise<AppendResult> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await log.append(append);
    } catch (cause) {
      if (cause instanceof QueueFull) throw cause;
      if (attempt === REPEATS) throw new Problem('UNAVAILABLE', { retryAfter: 1 }, { cause });
      await delay(PAUSE_MS * (attempt + Math.random()));
    }
  }
}
