import { parse, v5, v7 } from 'uuid';
import { publicRandomBytes } from './random.ts';

/** A new version 7 UUID (RFC 9562): ordered by the time it was made, to the millisecond. */
export function newId(): string {
  return v7({ random: publicRandomBytes(16) });
}

/**
 * A version 7 UUID that is a function of its arguments: the time of `at`, the rest from a hash of `seed`.
 * So a command that is decided again creates the same anecdote. Ids of the same `at` sort by `order`, 0 to 4095.
 */
export function derivedId(seed: string, at: Date, order?: number): string {
  const random = v5(seed, DERIVED, new Uint8Array(16));
  const rest = new DataView(random.buffer).getUint32(6) & 0xf_ffff;
  return v7({ msecs: at.getTime(), random, ...(order !== undefined && { seq: (order << 20) | rest }) });
}

/** The id of the `index`-th event of a command (version 5 UUID), so that appending it twice stores it once. */
export function eventId(commandId: string, stream: string, index: number): string {
  return v5(`${stream}/${index}`, commandId);
}

const DERIVED = parse('0f2d7c9e-5a43-4a3f-9f1c-6f3a1b0c8d21');
