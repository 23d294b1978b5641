import type { EventLog } from '@anecdotes/command-service/event-log';
import { createEventStoreDbEventLog } from '@anecdotes/command-service/eventstoredb/event-log';
import { connectEventStoreDb } from '@anecdotes/contracts/server/eventstoredb/connection';
import type { EventSource } from '@anecdotes/projection-service/event-source';
import { createEventStoreDbEventSource } from '@anecdotes/projection-service/eventstoredb/event-source';
import { onTestFinished } from 'vitest';
import { startTestServer, type TestServer } from './server.ts';

export type OpenedLog = EventLog & EventSource;

/** Opens the log at `url`, to append to and to follow, until the test ends. */
export function openLog(url: string, onError: (error: unknown) => void = () => {}): OpenedLog {
  const connection = connectEventStoreDb(url, 'test');
  onTestFinished(() => connection.close());
  return { ...createEventStoreDbEventLog(connection), ...createEventStoreDbEventSource(connection, { onError }) };
}

/** Starts a test server and opens its log, until the test ends. */
export async function openServer(
  options: Parameters<typeof startTestServer>[0] = {},
): Promise<{ server: TestServer; log: OpenedLog }> {
  const server = await startTestServer(options);
  onTestFinished(() => server.stop());
  return { server, log: openLog(server.url) };
}
