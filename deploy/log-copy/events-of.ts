import { createHash, type Hash } from 'node:crypto';
import type { Position, StoredEvent } from '@anecdotes/contracts';
import { contentOf } from '@anecdotes/contracts/server/transparency/event-entry';
import type { EventSource } from '@anecdotes/projection-service/event-source';

const BATCH_SIZE = 2_000;

/** Every event after position `after`, up to and including `until`, in order. */
export async function* eventsOf(
  source: EventSource,
  until: Position,
  after: Position = 0n,
): AsyncGenerator<StoredEvent, void, void> {
  if (until <= after) return;
  const stop = new AbortController();
  try {
    for await (const batch of source.follow({ after, batchSize: BATCH_SIZE, signal: stop.signal })) {
      for (const event of batch.events) if (event.position <= until) yield event;
      if (batch.position >= until) return;
    }
  } finally {
    stop.abort();
  }
}

/** SHA-256 over the contents of events in order. */
export type RunningDigest = { add(event: StoredEvent): void; hex(): string };

export function createDigest(): RunningDigest {
  const hash: Hash = createHash('sha256');
  return {
    add: (event) => void hash.update(contentOf(event)).update('\n'),
    hex: () => hash.copy().digest('hex'),
  };
}
