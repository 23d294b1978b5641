import type { Position, StoredEvent } from '@anecdotes/contracts';
import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';
import type { EventSource } from '@anecdotes/projection-service/event-source';

const BATCH_SIZE = 2_000;

/**
 * Every event after position `after`, up to and including `until`, in order. Throws ConfigurationError when `source` has
 * no event there, for which it would be waited in vain.
 */
export async function* eventsOf(
  source: Pick<EventSource, 'follow' | 'idAt'>,
  until: Position,
  after: Position = 0n,
): AsyncGenerator<StoredEvent, void, void> {
  if (until <= after) return;
  if ((await source.idAt(until)) === undefined) {
    throw new ConfigurationError('The log ends before its last position. Run npm run audit -- verify.');
  }
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
