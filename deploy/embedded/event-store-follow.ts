import { setTimeout as delay } from 'node:timers/promises';
import type { Position, StoredEvent } from '@anecdotes/contracts';
import type { EventBatch } from '@anecdotes/projection-service/event-source';
import type { Bell } from './bell.ts';

/** What following a log needs of it. */
export type Followed = {
  readPage(after: Position, size: number): Promise<StoredEvent[]>;
  head(): Promise<Position>;
  /** Rings after an append of this process; those of other processes are found by asking for the head. */
  appended: Bell;
  onError(error: Error): void;
};

/**
 * The `follow` of the port: pages of a log, one read ahead while the consumer works. A log that is away is asked again
 * until it answers, so the iteration skips nothing and ends only by `signal`.
 */
export async function* followLog(
  log: Followed,
  { after, batchSize, signal }: { after: Position; batchSize: number; signal: AbortSignal },
): AsyncGenerator<EventBatch, void, void> {
  const stop = new AbortController();
  const ended = AbortSignal.any([signal, stop.signal]);
  try {
    let next = nextPage(log, after, batchSize, ended);
    for (;;) {
      const events = await next;
      const last = events?.at(-1);
      if (events === undefined || last === undefined || signal.aborted) return;
      next = nextPage(log, last.position, batchSize, ended);
      yield { events, position: last.position };
    }
  } finally {
    stop.abort();
  }
}

const POLL_MS = 20;
const LONGEST_BACK_OFF_MS = 1_000;

/** The next events after `after`, as soon as there are any; undefined when `signal` aborts. */
async function nextPage(
  log: Followed,
  after: Position,
  size: number,
  signal: AbortSignal,
): Promise<StoredEvent[] | undefined> {
  let failures = 0;
  while (!signal.aborted) {
    const heard = log.appended.count();
    try {
      const events = await log.readPage(after, size);
      if (events.length > 0) return events;
      failures = 0;
      while (!signal.aborted && log.appended.count() === heard) {
        if (await log.appended.wait(heard, POLL_MS, signal)) break;
        if ((await log.head()) > after) break;
      }
    } catch (error) {
      if (signal.aborted) return undefined;
      log.onError(error as Error);
      failures += 1;
      const backOff = Math.min(LONGEST_BACK_OFF_MS, POLL_MS * 2 ** failures);
      await delay(backOff * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => {});
    }
  }
  return undefined;
}
