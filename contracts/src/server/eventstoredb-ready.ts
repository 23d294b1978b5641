import { setTimeout as delay } from 'node:timers/promises';
import { ConfigurationError } from './configuration.ts';
import { supportsBatchAppend } from './eventstoredb-calls.ts';
import type { EventStoreDbConnection } from './eventstoredb-connection.ts';

const PATIENCE_MS = 30_000;
const ANSWER_MS = 3_000;
const ASK_EVERY_MS = 500;

/** Waits until the server answers; throws ConfigurationError when it does not within half a minute. */
export async function waitForEventStoreDb(connection: EventStoreDbConnection): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      await connection.call(ANSWER_MS, supportsBatchAppend);
      return;
    } catch {
      if (performance.now() > deadline) {
        throw new ConfigurationError('EventStoreDB does not answer. Check EVENTSTORE_URL and that the server runs.');
      }
      await delay(ASK_EVERY_MS);
    }
  }
}
