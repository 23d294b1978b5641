import { Problem } from '@anecdotes/contracts';

/**
 * Runs work under the same key one after the other; different keys do not wait for each other. Throws at once when too
 * many wait under the key.
 */
export type KeyedMutex = <Result>(key: string, run: () => Promise<Result>) => Promise<Result>;

/** A mutex per key, for each of which at most `maxWaiting` wait; more are refused with the problem of `refusal`. */
export function createKeyedMutex(
  maxWaiting = 200,
  refusal = () => new Problem('UNAVAILABLE', { retryAfter: 1 }),
): KeyedMutex {
  const lines = new Map<string, { tail: Promise<unknown>; length: number }>();
  return async (key, run) => {
    const before = lines.get(key);
    if (before !== undefined && before.length > maxWaiting) throw refusal();
    const result = before === undefined ? run() : before.tail.then(run, run);
    const line = before ?? { tail: result, length: 0 };
    line.tail = result;
    line.length += 1;
    lines.set(key, line);
    try {
      return await result;
    } finally {
      line.length -= 1;
      if (line.length === 0) lines.delete(key);
    }
  };
}
