import type { AccountId, JournalEvent, Recorded, StoredEvent } from '@anecdotes/contracts';
import type { EventKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import { openEvents } from '@anecdotes/contracts/server/crypto/journal-codec';

/** An event with its sealed data opened, or with the reason why that is not possible. */
export type OpenedForReading = Omit<StoredEvent, 'data'> & {
  readonly data: object;
  readonly unopened: 'erased' | 'unreadable' | null;
};

const BATCH_SIZE = 200;

/** Opens `events`. `record` is called with an account before sealed data of that account is returned. */
export async function* openForReading(
  events: AsyncIterable<StoredEvent>,
  keys: EventKeys,
  record: (account: AccountId) => Promise<void>,
): AsyncGenerator<OpenedForReading, void, void> {
  let batch: StoredEvent[] = [];
  for await (const event of events) {
    batch.push(event);
    if (batch.length < BATCH_SIZE) continue;
    yield* await openBatch(batch, keys, record);
    batch = [];
  }
  yield* await openBatch(batch, keys, record);
}

async function openBatch(
  stored: readonly StoredEvent[],
  keys: EventKeys,
  record: (account: AccountId) => Promise<void>,
): Promise<OpenedForReading[]> {
  const opened = await openEvents(stored, keys);
  for (const [index, { metadata, data }] of stored.entries()) {
    if (metadata.subject !== null && data.sealed !== undefined && isOpen(opened[index])) await record(metadata.subject);
  }
  return stored.map((event, index) => {
    const found = opened[index];
    if (isOpen(found)) return { ...event, data: found.data, unopened: null };
    const { sealed: _, ...data } = event.data;
    return { ...event, data, unopened: found === 'erased' ? 'erased' : 'unreadable' };
  });
}

function isOpen(event: Recorded<JournalEvent> | 'erased' | Error | undefined): event is Recorded<JournalEvent> {
  return typeof event === 'object' && !(event instanceof Error);
}
