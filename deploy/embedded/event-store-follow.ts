import type { Position } from '@anecdotes/contracts';
import { backOff } from '@anecdotes/contracts/server/concurrency/delay';
import type { Notifier } from '@anecdotes/contracts/server/concurrency/notifier';
import { BATCH_BYTES, type EventBatch, type FollowOptions } from '@anecdotes/projection-service/event-source';
import { neverWait, untilNextBatch } from '@anecdotes/projection-service/gathering';
import type { Page } from './event-store-read.ts';

/** The parts of a log that `followLog` needs. */
export type Followed = {
  readPage(after: Position, size: number, bytes: number): Promise<Page>;
  head(): Promise<Position>;
  /** Notifies after an append of this process; appends of other processes are found by polling the head. */
  appended: Notifier;
  onError(error: Error): void;
  /** After so many failed reads in a row the last error is thrown; without it reads are repeated until one succeeds. */
  readonly maxFailures?: number | undefined;
};

/**
 * Implements `follow` of EventSource. When the consumer is far behind, one page is read ahead while it works; at the
 * end of the log a batch holds all events that were appended while it worked on the last one. A failed read is repeated
 * until the log answers, so the iteration skips no event and ends only by `signal`, or after `maxFailures`.
 */
export async function* followLog(
  log: Followed,
  { after, batchSize, signal, untilAwaited = neverWait }: FollowOptions,
): AsyncGenerator<EventBatch, void, void> {
  const stop = new AbortController();
  const ended = AbortSignal.any([signal, stop.signal]);
  const read = (position: Position) => nextPage(log, position, batchSize, ended);
  try {
    let next = read(after);
    for (;;) {
      const page = await next;
      const last = page?.events.at(-1);
      if (page === undefined || last === undefined || signal.aborted) return;
      const begun = performance.now();
      const { events, isFull } = page;
      if (isFull) next = read(last.position);
      // A failure is thrown when the page is awaited, or ignored when the consumer stops before.
      next.catch(() => {});
      yield { events, position: last.position };
      if (isFull) continue;
      await untilNextBatch(begun, untilAwaited, ended);
      next = read(last.position);
    }
  } finally {
    stop.abort();
  }
}

const POLL_MS = 20;
const BACK_OFF_MS = { first: 40, max: 1_000 };

/** The next events after `after`, as soon as there are any; undefined when `signal` aborts. */
async function nextPage(log: Followed, after: Position, size: number, signal: AbortSignal): Promise<Page | undefined> {
  let failures = 0;
  while (!signal.aborted) {
    const seen = log.appended.count();
    try {
      const page = await log.readPage(after, size, BATCH_BYTES);
      if (page.events.length > 0) return page;
      failures = 0;
      while (!signal.aborted && log.appended.count() === seen) {
        if (await log.appended.wait(seen, POLL_MS, signal)) break;
        if ((await log.head()) > after) break;
      }
    } catch (error) {
      if (signal.aborted) return undefined;
      log.onError(error as Error);
      failures += 1;
      if (failures === log.maxFailures) throw error;
      await backOff(failures, BACK_OFF_MS, signal);
    }
  }
  return undefined;
}
