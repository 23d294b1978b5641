import type { WholeLog } from '@anecdotes/command-service/event-log';
import type { EventSource } from '@anecdotes/projection-service/event-source';
import { createEventStore } from './event-store.ts';

/** How many failures in a row a program of the operator tolerates, with pauses of up to a second between them. */
export const MAX_FAILURES = 10;

/** An open log, to append to and to follow. */
export type OpenEventLog = WholeLog & EventSource & { close(): Promise<void> };

/**
 * The log in EventStoreDB at `eventStoreUrl`, or without it the one in the Postgres at `databaseUrl`. Throws
 * ConfigurationError when EventStoreDB does not answer, refuses its account or cannot be trusted, or when a newer
 * version wrote the log in Postgres. With `hasTables` the tables of the log in Postgres exist already and
 * are not migrated. Failed reads are passed to `onError` and repeated; without it, as in the programs of the operator,
 * following a log in Postgres that does not answer ends with the error after `MAX_FAILURES`, and the first failure of one
 * in EventStoreDB is printed.
 */
export async function openEventLog(
  {
    eventStoreUrl,
    databaseUrl,
    readers,
    hasTables = false,
  }: { eventStoreUrl: string | undefined; databaseUrl: string; readers?: number; hasTables?: boolean },
  onError?: (error: unknown) => void,
): Promise<OpenEventLog> {
  if (eventStoreUrl === undefined) {
    const failing = onError ? { onError } : { maxFailures: MAX_FAILURES };
    const store = createEventStore(databaseUrl, { ...failing, ...(readers !== undefined && { readers }) });
    const ready = hasTables ? store.refuseNewer() : store.migrate();
    await ready.catch(async (error: unknown) => {
      await store.close();
      throw error;
    });
    return store;
  }
  // Imported only where it is used: loading this client takes a large part of the start-up time.
  const { openEventStoreDb } = await import('./eventstoredb-log.ts');
  return openEventStoreDb(eventStoreUrl, onError ?? createFirstFailurePrinter());
}

/** Returns a function that prints, at its first call only, that reads are repeated. */
function createFirstFailurePrinter(): () => void {
  let isFirst = true;
  return () => {
    if (isFirst) process.stderr.write('The log in EventStoreDB cannot be read. Trying again …\n');
    isFirst = false;
  };
}
