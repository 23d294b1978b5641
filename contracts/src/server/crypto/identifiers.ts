import { v5, v7 } from 'uuid';

/** A new version 7 UUID (RFC 9562): ordered by the time it was made, to the millisecond. */
export function newId(): string {
  return v7();
}

/**
 * A version 7 UUID that is a function of its arguments: the time of `at`, the rest from a hash of `seed`.
 * The same command decided again thereby names the same anecdote.
 */
export function derivedId(seed: string, at: Date): string {
  const random = v5(seed, DERIVED).replaceAll('-', '');
  return v7({ msecs: at.getTime(), random: Uint8Array.from(Buffer.from(random, 'hex')) });
}

/** The id of the `index`-th event of a command (version 5 UUID), so that appending it twice stores it once. */
export function eventId(commandId: string, stream: string, index: number): string {
  return v5(`${stream}/${index}`, commandId);
}

const DERIVED = '0f2d7c9e-5a43-4a3f-9f1c-6f3a1b0c8d21';
