import type { WholeLog } from '@anecdotes/command-service/event-log';
import { createEventStoreDbEventLog } from '@anecdotes/command-service/eventstoredb/event-log';
import { connectEventStoreDb } from '@anecdotes/contracts/server/eventstoredb/connection';
import { createEventStore } from '@anecdotes/deploy/embedded/event-store';
import type { EventSource } from '@anecdotes/projection-service/event-source';
import { createEventStoreDbEventSource } from '@anecdotes/projection-service/eventstoredb/event-source';
import { faultOfContainerEngine, startEventStoreDbContainer, startPostgresContainer } from '../support/containers.ts';
import { createTestDatabase } from '../support/database.ts';
import { startTestServer } from '../support/eventstoredb/server.ts';
import { createMemoryEventLog } from '../support/memory-event-log.ts';

export type Log = WholeLog & EventSource;

/** An implementation of both ports, with what it guarantees beyond them. */
export type Implementation = {
  readonly name: string;
  /** Whether positions have no gaps, and an event id is recognised in every stream and at every expected revision. */
  readonly isEmbedded: boolean;
  /** Why it cannot run on this machine. */
  readonly missing?: string | undefined;
  /** Returns a function that opens the same log again, as another process would; `undo` registers clean-up steps. */
  prepare(undo: (step: () => Promise<unknown>) => void): Promise<() => Log>;
};

/** Writes take long enough that copies of an append arrive during the first one. */
const WRITING = { writeMilliseconds: 2, writeTimeout: 200 };

const eventStoreUrl = process.env.EVENTSTORE_URL;
const noEngine = await faultOfContainerEngine();

export const implementations: readonly Implementation[] = [
  {
    name: 'the log in memory',
    isEmbedded: true,
    async prepare() {
      const log = createMemoryEventLog();
      return () => log;
    },
  },
  {
    name: 'the log in Postgres',
    isEmbedded: true,
    prepare: async (undo) => openInPostgres(await createTestDatabase(), undo),
  },
  {
    name: 'the log in EventStoreDB, wire-level test server',
    isEmbedded: false,
    async prepare(undo) {
      const server = await startTestServer();
      Object.assign(server.faults, WRITING);
      undo(server.stop);
      return openerOf(server.url, undo);
    },
  },
  {
    name: 'the log in EventStoreDB, wire-level test server without batch appends',
    isEmbedded: false,
    async prepare(undo) {
      const server = await startTestServer();
      Object.assign(server.faults, WRITING, { withoutBatchAppend: true });
      undo(server.stop);
      return openerOf(server.url, undo);
    },
  },
  {
    name: 'the log in EventStoreDB at EVENTSTORE_URL',
    isEmbedded: false,
    missing: eventStoreUrl === undefined ? 'EVENTSTORE_URL is not set' : undefined,
    prepare: async (undo) => openerOf(eventStoreUrl ?? '', undo),
  },
  ...['kurrentplatform/kurrentdb:latest', 'docker.eventstore.com/eventstore/eventstoredb-ee:24.10'].map(
    (image): Implementation => ({
      name: `the log in ${image} in a container`,
      isEmbedded: false,
      missing: noEngine,
      async prepare(undo) {
        const container = await startEventStoreDbContainer(image);
        undo(container.stop);
        return openerOf(container.url, undo);
      },
    }),
  ),
  {
    name: 'the log in postgres:18 in a container',
    isEmbedded: true,
    missing: noEngine,
    async prepare(undo) {
      const container = await startPostgresContainer('postgres:18');
      undo(container.stop);
      return openInPostgres(container.url, undo);
    },
  },
];

async function openInPostgres(url: string, undo: (step: () => Promise<unknown>) => void): Promise<() => Log> {
  const open = () => {
    const store = createEventStore(url);
    undo(() => store.close());
    return store;
  };
  await Promise.all([open().migrate(), open().migrate(), open().migrate()]);
  return open;
}

function openerOf(url: string, undo: (step: () => Promise<unknown>) => void): () => Log {
  return () => {
    const connection = connectEventStoreDb(url, 'contract');
    undo(connection.close);
    return { ...createEventStoreDbEventLog(connection), ...createEventStoreDbEventSource(connection) };
  };
}
