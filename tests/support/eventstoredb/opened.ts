import type { EventLog } from '@anecdotes/command-service/event-log';
import { createEventStoreDbEventLog } from '@anecdotes/command-service/eventstoredb/event-log';
import { connectEventStoreDb } from '@anecdotes/contracts/server/eventstoredb/connection';
import type { EventSource } from '@anecdotes/projection-service/event-source';
import { createEventStoreDbEventSource } from '@anecdotes/projection-service/eventstoredb/event-source';
import { onTestFinished } from 'vitest';
import { startTestServer, type TestServer } from './server.ts';

export type OpenedLog = EventLog & EventSource;

/** Both sides of the log at `url`, for as long as the test runs. */
export function openLog(url: string, onError: (error: unknown) => void = () => {}): OpenedLog {
  const connection = connectEventStoreDb(url, 'test');
  onTestFinished(() => connection.close());
  return { ...createEventStoreDbEventLog(connection), ...createEventStoreDbEventSource(connection, { onError }) };
}

/** A test server and its log, for as long as the test runs. */
export async function openServer(
  options: Parameters<typeof startTestServer>[0] = {},
): Promise<{ server: TestServer; log: OpenedLog }> {
  const server = await startTestServer(options);
  onTestFinished(() => server.stop());
  return { server, log: openLog(server.url) };
}
