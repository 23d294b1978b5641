import type { Position, StoredEvent } from '@anecdotes/contracts';
import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';
import type { EventSource } from '@anecdotes/projection-service/event-source';

const BATCH_SIZE = 2_000;

/**
 * Throws ConfigurationError when `source` has no event at `last`, its last position: following would never reach it.
 */
export async function expectEnd(source: Pick<EventSource, 'idAt'>, last: Position): Promise<void> {
  if (last === 0n || (await source.idAt(last)) !== undefined) return;
  throw new ConfigurationError('The last event of the log is missing. Run npm run audit -- verify.');
}

/**
 * Every event after position `after`, up to and including `until`, in order. Throws ConfigurationError when `source`
 * has no event there.
 */
export async function* eventsOf(
  source: Pick<EventSource, 'follow' | 'idAt'>,
  until: Position,
  after: Position = 0n,
): AsyncGenerator<StoredEvent, void, void> {
  if (until <= after) return;
  await expectEnd(source, until);
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
