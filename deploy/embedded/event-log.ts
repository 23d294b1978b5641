import { setTimeout as delay } from 'node:timers/promises';
import type { EventLog } from '@anecdotes/command-service/event-log';
import { createEventStoreDbEventLog } from '@anecdotes/command-service/eventstoredb-event-log';
import { ConfigurationError } from '@anecdotes/contracts/server/configuration';
import { connectEventStoreDb } from '@anecdotes/contracts/server/eventstoredb-connection';
import type { EventSource } from '@anecdotes/projection-service/event-source';
import { createEventStoreDbEventSource } from '@anecdotes/projection-service/eventstoredb-event-source';
import { createEventStore } from './event-store.ts';

/** Both sides of the log, ready for use. */
export type OpenEventLog = EventLog & EventSource & { close(): Promise<void> };

const PATIENCE_MS = 30_000;
const ASK_EVERY_MS = 500;

/**
 * The log in EventStoreDB at `eventStoreUrl`, or without it the one in the Postgres at `databaseUrl`. Throws
 * ConfigurationError when EventStoreDB does not answer within half a minute.
 */
export async function openEventLog(
  { eventStoreUrl, databaseUrl }: { eventStoreUrl: string | undefined; databaseUrl: string },
  onError: (error: unknown) => void,
): Promise<OpenEventLog> {
  if (eventStoreUrl === undefined) {
    const store = createEventStore(databaseUrl, { onError });
    await store.migrate();
    return store;
  }
  const writing = connectEventStoreDb(eventStoreUrl, 'log writer');
  const reading = connectEventStoreDb(eventStoreUrl, 'log reader');
  const source = createEventStoreDbEventSource(reading, { onError });
  const close = async () => {
    await Promise.all([writing.close(), reading.close()]);
  };
  if (!(await answers(source))) {
    await close();
    throw new ConfigurationError('EventStoreDB does not answer. Check EVENTSTORE_URL and that the server runs.');
  }
  return { ...createEventStoreDbEventLog(writing), ...source, close };
}

async function answers(source: EventSource): Promise<boolean> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      await source.head();
      return true;
    } catch {
      if (performance.now() > deadline) return false;
      await delay(ASK_EVERY_MS);
    }
  }
}
