import type { Position } from '@anecdotes/contracts';
import type { EventKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import type { EventSource, FollowOptions } from '../event-source.ts';
import { type Opened, openAll } from './batch.ts';

/** A batch of the log with its events opened. */
export type OpenedBatch = { readonly events: readonly Opened[]; readonly position: Position };

/**
 * Follows `source` and opens each batch while the consumer still writes the previous one: opening keeps this process
 * busy, writing the database.
 */
export async function* openAhead(
  source: EventSource,
  keys: EventKeys,
  options: FollowOptions,
): AsyncGenerator<OpenedBatch, void, void> {
  const over = new AbortController();
  const signal = AbortSignal.any([options.signal, over.signal]);
  const batches = source.follow({ ...options, signal })[Symbol.asyncIterator]();
  const next = async (): Promise<OpenedBatch | undefined> => {
    const { done, value } = await batches.next();
    return done ? undefined : { events: await openAll(value.events, keys), position: value.position };
  };
  try {
    let ahead = next();
    for (;;) {
      const batch = await ahead;
      if (batch === undefined) return;
      ahead = next();
      // Its failure is thrown when it is awaited, or ignored when the consumer stops before.
      ahead.catch(() => {});
      yield batch;
    }
  } finally {
    // Otherwise a read that waits for the next event would keep the source open.
    over.abort();
    await batches.return?.();
  }
}
