import type { WholeLog } from '@anecdotes/command-service/event-log';
import { createEventStoreDbEventLog } from '@anecdotes/command-service/eventstoredb/event-log';
import { connectEventStoreDb } from '@anecdotes/contracts/server/eventstoredb/connection';
import type { EventSource } from '@anecdotes/projection-service/event-source';
import { createEventStoreDbEventSource } from '@anecdotes/projection-service/eventstoredb/event-source';
import { startNamespace } from './eventstoredb/namespace.ts';
import { startTestServer } from './eventstoredb/server.ts';

/** TEST_LOG=eventstoredb runs the integration tests on a server that speaks EventStoreDB's protocol. */
export const isOnWire = process.env.TEST_LOG === 'eventstoredb';

type LogServer = { readonly url: string; stop(): Promise<void> };

/** A server with a log of its own: on the one at EVENTSTORE_URL where that is set, else the wire-level test server. */
function startLogServer(): Promise<LogServer> {
  const atHand = process.env.EVENTSTORE_URL;
  return atHand ? startNamespace(atHand) : startTestServer();
}

type WireLog = WholeLog & EventSource & { close(): Promise<void> };

/** A log of its own on a server of its own. */
export async function openWireLog(): Promise<WireLog> {
  const server = await startLogServer();
  const log = wireLogAt(server.url);
  return {
    ...log,
    async close() {
      await log.close();
      await server.stop();
    },
  };
}

/** Opens the log at `url`; the server keeps running when the log is closed. */
export function wireLogAt(url: string): WireLog {
  const connection = connectEventStoreDb(url, 'test');
  return {
    ...createEventStoreDbEventLog(connection),
    ...createEventStoreDbEventSource(connection),
    close: () => connection.close(),
  };
}

const servers = new Map<string, Promise<LogServer>>();

/** The address of the log server of a data folder; it is the same after a restart of the program. */
export async function wireAddressOf(dataDir: string): Promise<string> {
  const known = servers.get(dataDir) ?? startLogServer();
  servers.set(dataDir, known);
  return (await known).url;
}
