import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventLog } from '@anecdotes/command-service/event-log';
import type { StoredEvent } from '@anecdotes/contracts';
import { createPool } from '@anecdotes/contracts/server/postgres/pool';
import {
  type CheckpointKeys,
  checkpointKeysOf,
  newCheckpointKey,
} from '@anecdotes/contracts/server/transparency/checkpoint-keys';
import { createEventStore } from '@anecdotes/deploy/embedded/event-store';
import { eventsOf } from '@anecdotes/deploy/shared/events-of';
import { readStoredTree, verifyTree } from '@anecdotes/deploy/transparency/verify-tree';
import { migrateProjection } from '@anecdotes/projection-service/db/migrate';
import type { EventSource } from '@anecdotes/projection-service/event-source';
import { publishCheckpoint } from '@anecdotes/projection-service/transparency/checkpoints';
import type pg from 'pg';
import { onTestFinished } from 'vitest';
import { createTestDatabase } from './database.ts';
import { openServer } from './eventstoredb/opened.ts';
import { newEvent, newStream } from './log-events.ts';
import { createMemoryEventLog } from './memory-event-log.ts';

let shared: Promise<{ url: string; pool: pg.Pool }> | undefined;

/** A new log in memory. The logs of a test file use the same database, one after the other, for their tree. */
export async function logInMemory(): Promise<LogWithTree> {
  shared ??= openDatabase(await createTestDatabase());
  const { url, pool } = await shared;
  await pool.query('delete from projection.tile');
  await pool.query('delete from projection.checkpoint');
  await pool.query('update projection.tree set size = 0, position = 0, last_id = null');
  return { url, pool, source: createMemoryEventLog() };
}

/** Closes the database of the logs in memory. */
export async function closeShared(): Promise<void> {
  const open = await shared;
  shared = undefined;
  await open?.pool.end();
}

async function openDatabase(url: string) {
  const pool: pg.Pool = createPool(url, { name: 'test', max: 3, onError: () => {} });
  await migrateProjection(pool, []);
  return { url, pool };
}

/** Open logs whose tree is in a database of its own, until the test ends. */
export const logs = {
  Postgres: async () => {
    const url = await createTestDatabase();
    const log = createEventStore(url);
    await log.migrate();
    onTestFinished(() => log.close());
    return withTree(log, url);
  },
  EventStoreDB: async () => withTree((await openServer()).log, await createTestDatabase()),
};

async function withTree(source: EventLog & EventSource, url: string): Promise<LogWithTree> {
  const { pool } = await openDatabase(url);
  onTestFinished(() => pool.end());
  return { url, pool, source };
}

export type LogWithTree = { readonly url: string; readonly pool: pg.Pool; readonly source: EventLog & EventSource };

export function newKeys(): CheckpointKeys {
  return checkpointKeysOf(newCheckpointKey()) as CheckpointKeys;
}

/** A new temporary folder. */
export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'checkpoints-'));
}

/** Appends `count` events. */
export async function fill({ source }: Pick<LogWithTree, 'source'>, count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) {
    await source.append({
      stream: newStream(),
      expectedRevision: 'no-stream',
      events: [newEvent({ text: 'é', done })],
    });
  }
}

/** Appends what `change` makes of `events`, in their order. */
export async function refill(
  { source }: Pick<LogWithTree, 'source'>,
  events: readonly StoredEvent[],
  change: (event: StoredEvent, index: number) => StoredEvent = (event) => event,
): Promise<void> {
  for (const [index, event] of events.entries()) {
    const { stream, revision, id, type, data, metadata } = change(event, index);
    const expectedRevision = revision === 0 ? 'no-stream' : revision - 1;
    await source.append({ stream, expectedRevision, events: [{ id, type, data, metadata }] });
  }
}

export async function publish(log: LogWithTree, keys: CheckpointKeys, folder: string) {
  return publishCheckpoint({ ...log, keys, destinations: { folder } });
}

export async function verified({ pool, source }: LogWithTree, keys: CheckpointKeys, folder: string) {
  const storedTree = await readStoredTree(pool, { keys, destinations: { folder } });
  return verifyTree(pool, storedTree, eventsOf(source, await source.head()));
}

/** `bytes` with one bit of the byte `at` changed. */
export function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
  return copy;
}
