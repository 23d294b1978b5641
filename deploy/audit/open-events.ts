import type { AccountId, JournalEvent, Recorded, StoredEvent } from '@anecdotes/contracts';
import type { EventKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import { openEvents } from '@anecdotes/contracts/server/crypto/journal-codec';

/** An event with its sealed data opened, or with the reason why that is not possible. */
export type OpenedForReading = Omit<StoredEvent, 'data'> & {
  readonly data: object;
  readonly unopened: 'erased' | 'unreadable' | null;
};

const TOGETHER = 200;

/** Opens `events`. `record` is called with an account before sealed data of that account is returned. */
export async function* openForReading(
  events: AsyncIterable<StoredEvent>,
  keys: EventKeys,
  record: (account: AccountId) => Promise<void>,
): AsyncGenerator<OpenedForReading, void, void> {
  let waiting: StoredEvent[] = [];
  for await (const event of events) {
    waiting.push(event);
    if (waiting.length < TOGETHER) continue;
    yield* await openTogether(waiting, keys, record);
    waiting = [];
  }
  yield* await openTogether(waiting, keys, record);
}

async function openTogether(
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
