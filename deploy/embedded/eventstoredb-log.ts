import { createEventStoreDbEventLog } from '@anecdotes/command-service/eventstoredb/event-log';
import { connectEventStoreDb } from '@anecdotes/contracts/server/eventstoredb/connection';
import { waitForEventStoreDb } from '@anecdotes/contracts/server/eventstoredb/ready';
import { createEventStoreDbEventSource } from '@anecdotes/projection-service/eventstoredb/event-source';

/** Opens the log in the EventStoreDB at `url`, to append to and to follow, once it answers. */
export async function openEventStoreDb(url: string, onError: (error: unknown) => void) {
  const writing = connectEventStoreDb(url, 'log writer');
  const reading = connectEventStoreDb(url, 'log reader');
  const source = createEventStoreDbEventSource(reading, { onError });
  const close = async () => {
    await Promise.all([writing.close(), reading.close()]);
  };
  await waitForEventStoreDb(reading, url, 'read and write').catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return { ...source, ...createEventStoreDbEventLog(writing), close };
}
