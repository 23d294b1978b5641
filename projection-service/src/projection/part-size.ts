import { bytesOf } from '../event-source.ts';
import type { Opened } from './batch.ts';

const MAX_EVENTS = 1_000;
/** The maximum of sealed data; because of an index on text, writing a byte is far more expensive than reading it. */
const MAX_BYTES = 1024 * 1024;
/** A transaction that takes longer is too large: readers wait for its end, and it may reach the time limit. */
const LONG_MS = 1_000;
const GROWTH = 1.25;

/** How many events are written in one transaction. */
export type PartSize = {
  /** How many of `events`, from the first on, the next transaction may take; at least one of them. */
  of(events: readonly Opened[]): number;
  /** A transaction of `count` events timed out: the next ones are at most half as large. */
  shrink(count: number): void;
  /** A transaction of `count` events took `milliseconds`: the next ones may be somewhat larger, or must be smaller. */
  adapt(count: number, milliseconds: number): void;
};

/** Starts with the largest size. */
export function createPartSize(): PartSize {
  let most = MAX_EVENTS;
  const shrink = (count: number) => {
    most = Math.max(1, Math.min(most, count) >> 1);
  };
  return {
    of(events) {
      let count = 0;
      for (let bytes = 0; count < Math.min(most, events.length); count += 1) {
        bytes += bytesOf((events[count] as Opened).stored);
        if (count > 0 && bytes > MAX_BYTES) break;
      }
      return count;
    },
    shrink,
    adapt(count, milliseconds) {
      if (milliseconds > LONG_MS) shrink(count);
      else if (milliseconds < LONG_MS / 2 && count * GROWTH >= most) {
        most = Math.min(MAX_EVENTS, Math.ceil(most * GROWTH));
      }
    },
  };
}
