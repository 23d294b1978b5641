import type { Opened } from './batch.ts';

const MAX_EVENTS = 1_000;
/** Of what is sealed; an index on text makes writing a byte far more expensive than reading it. */
const MAX_BYTES = 1024 * 1024;
const GROWTH = 1.25;

/** How many events are written in one transaction. */
export type PartSize = {
  /** How many of `events`, from the first on, the next transaction may take; at least one of them. */
  of(events: readonly Opened[]): number;
  /** A transaction of `count` events took too long: the next ones are half as large. */
  shrink(count: number): void;
  /** A transaction succeeded: the next ones may be somewhat larger. */
  grow(): void;
};

/** Starts with the largest size. */
export function createPartSize(): PartSize {
  let most = MAX_EVENTS;
  return {
    of(events) {
      let count = 0;
      for (let bytes = 0; count < Math.min(most, events.length); count += 1) {
        bytes += bytesOf(events[count]);
        if (count > 0 && bytes > MAX_BYTES) break;
      }
      return count;
    },
    shrink(count) {
      most = Math.max(1, count >> 1);
    },
    grow() {
      most = Math.min(MAX_EVENTS, Math.ceil(most * GROWTH));
    },
  };
}

function bytesOf(opened: Opened | undefined): number {
  let bytes = 0;
  for (const value of Object.values(opened?.stored.data ?? {})) if (typeof value === 'string') bytes += value.length;
  return bytes;
}
