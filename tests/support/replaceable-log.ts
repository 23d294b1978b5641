import { appendWithRetry } from '@anecdotes/command-service/append-with-retry';
import type { EventLog } from '@anecdotes/command-service/event-log';
import { createEventStoreDbEventLog } from '@anecdotes/command-service/eventstoredb/event-log';
import { connectEventStoreDb } from '@anecdotes/contracts/server/eventstoredb/connection';
import { createEventStore } from '@anecdotes/deploy/embedded/event-store';
import type { EventSource } from '@anecdotes/projection-service/event-source';
import { createEventStoreDbEventSource } from '@anecdotes/projection-service/eventstoredb/event-source';
import pg from 'pg';
import { asSuperuser, createTestDatabase } from './database.ts';
import { createTestLog } from './eventstoredb/log.ts';
import { startTestServer } from './eventstoredb/server.ts';
import { isOnWire } from './wire-log.ts';

/** A log that can lose its last events while readers use it, like one that is restored from a backup. */
export type ReplaceableLog = EventLog &
  EventSource & {
    /** Cuts the log to its first `events` events; later appends take the positions of the removed ones. */
    rollBack(events: number): Promise<void>;
    close(): Promise<void>;
  };

/** Functions that open such a log: in Postgres, and on a server that speaks EventStoreDB's protocol. */
export const replaceableLogs = { Postgres: openInPostgres, EventStoreDB: openOnWire };

/** Opens such a log of the kind that the tests run on. */
export const openReplaceableLog = replaceableLogs[isOnWire ? 'EventStoreDB' : 'Postgres'];

async function openInPostgres(): Promise<ReplaceableLog> {
  const url = await createTestDatabase();
  const store = createEventStore(url);
  await store.migrate();
  return {
    ...store,
    async rollBack(events) {
      const admin = new pg.Client(asSuperuser(url));
      await admin.connect();
      await admin.query(`
        begin;
        set local session_replication_role = replica;
        delete from log.events where position > ${events};
        delete from log.streams s where not exists (select from log.events e where e.stream = s.stream);
        update log.streams s set revision = (select max(revision) from log.events e where e.stream = s.stream);
        update log.head set position = ${events},
          hash = coalesce((select hash from log.events where position = ${events}), '');
        commit`);
      await admin.end();
    },
  };
}

async function openOnWire(): Promise<ReplaceableLog> {
  let log = createTestLog();
  let server = await startTestServer({ log });
  const connection = connectEventStoreDb(server.url, 'test');
  const writing = createEventStoreDbEventLog(connection);
  return {
    ...writing,
    ...createEventStoreDbEventSource(connection),
    // The second try reaches the new server at the latest.
    append: (append) => appendWithRetry(writing, append),
    async rollBack(events) {
      await server.stop();
      const kept = log.events.filter(({ stream }) => !stream.startsWith('$')).slice(0, events);
      log = createTestLog();
      for (const { stream, ...event } of kept) log.append(stream, 'any', [event]);
      server = await startTestServer({ log, port: server.port });
    },
    async close() {
      await connection.close();
      await server.stop();
    },
  };
}
