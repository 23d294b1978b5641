import type { Position, StoredEvent } from '@anecdotes/contracts';
import { BATCH_BYTES, bytesOf, type EventBatch } from './event-source.ts';

/** A step of a followed log: an event, or only a position up to which there are no events of this product. */
export type LogStep = { readonly position: Position; readonly event?: StoredEvent };

export type BatchBuffer = {
  /** Adds a step. Returns undefined while there is room for another, else a promise that resolves when there is. */
  put(step: LogStep): Promise<void> | undefined;
  /**
   * The steps since the last batch, as soon as there is one and `pause` is over or the batch is full; undefined when
   * the signal aborts.
   */
  take(pause: () => Promise<void>): Promise<EventBatch | undefined>;
};

/**
 * Gathers single steps into batches of at most `size` events and about BATCH_BYTES; a full one does not wait for the
 * pause. At most one batch is ready at a time, so that a slow consumer slows the log down instead of filling the
 * memory.
 */
export function createBatchBuffer(size: number, signal: AbortSignal): BatchBuffer {
  let events: StoredEvent[] = [];
  let bytes = 0;
  let position: Position | undefined;
  let begun = Promise.withResolvers<void>();
  let full = Promise.withResolvers<void>();
  let emptied = Promise.withResolvers<void>();
  const wakeAll = () => {
    for (const { resolve } of [begun, full, emptied]) resolve();
  };
  signal.addEventListener('abort', wakeAll, { once: true });
  const isFull = () => events.length >= size || bytes >= BATCH_BYTES;

  return {
    put(step) {
      if (step.event !== undefined) {
        events.push(step.event);
        bytes += bytesOf(step.event);
      }
      position = step.position;
      begun.resolve();
      if (!isFull() || signal.aborted) return undefined;
      full.resolve();
      return emptied.promise;
    },
    async take(pause) {
      if (!signal.aborted) await begun.promise;
      if (!signal.aborted && !isFull()) await Promise.race([pause(), full.promise]);
      if (signal.aborted || position === undefined) return undefined;
      const batch = { events, position };
      events = [];
      bytes = 0;
      position = undefined;
      begun = Promise.withResolvers();
      full = Promise.withResolvers();
      emptied.resolve();
      emptied = Promise.withResolvers();
      return batch;
    },
  };
}
