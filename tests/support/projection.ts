import type { EventLog } from '@anecdotes/command-service/event-log';
import type {
  AccountId,
  AnecdoteContent,
  AnecdoteId,
  EventId,
  JournalEvent,
  Operation,
  Position,
} from '@anecdotes/contracts';
import { emptyContent } from '@anecdotes/contracts';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import { sealEvent } from '@anecdotes/contracts/server/crypto/journal-codec';
import { createPool } from '@anecdotes/contracts/server/postgres/pool';
import { migrateProjection } from '@anecdotes/projection-service/db/migrate';
import type { EventSource } from '@anecdotes/projection-service/event-source';
import { compareWithLog } from '@anecdotes/projection-service/projection/compare';
import type { Projection } from '@anecdotes/projection-service/projection/projection';
import { type Projector, tablesOf } from '@anecdotes/projection-service/projection/projector';
import { runProjection } from '@anecdotes/projection-service/projection/run';
import { projectors as allProjectors } from '@anecdotes/projection-service/read-models';
import type pg from 'pg';
import { expect } from 'vitest';
import { createPreparedDatabase } from './database.ts';
import { metadataOf } from './log-events.ts';
import { memoryEventKeys } from './memory-event-keys.ts';
import { createMemoryEventLog } from './memory-event-log.ts';
import { isOnWire, openWireLog } from './wire-log.ts';

/** The read side on a database of its own, fed with events from a log in memory or on the wire protocol. */
export type ReadSide = Awaited<ReturnType<typeof createReadSide>>;

export type OpenedLog = EventLog & EventSource & { close(): Promise<void> };

export async function createReadSide(
  projectors: readonly Projector[] = allProjectors,
  openLog: () => Promise<OpenedLog> = openUsualLog,
) {
  const url = await createPreparedDatabase();
  const pool: pg.Pool = createPool(url, {
    name: 'test projector',
    max: 8,
    onError: () => {},
    statementTimeout: 30_000,
  });
  await migrateProjection(pool, projectors);
  const log = await openLog();
  const keys = memoryEventKeys();
  const projection: Projection = { pool, source: log, keys, projectors };

  return {
    url,
    pool,
    log,
    keys,
    projection,
    /** Seals and appends events as the command-service does; returns the position of the last one. */
    async record(
      stream: string,
      subject: AccountId,
      ...events: (JournalEvent & { at?: string; operation?: Operation })[]
    ): Promise<Position> {
      await keys.create(subject);
      const sealed = [];
      for (const { at, operation, ...event } of events) {
        const metadata = { ...metadataOf(event.type, subject, at), ...(operation && { operation }) };
        sealed.push(await sealEvent(stream, event, { id: newId() as EventId, metadata }, keys));
      }
      const result = await log.append({ stream, expectedRevision: 'any', events: sealed });
      if (result.status === 'conflict') throw new Error('conflict');
      return result.position;
    },
    /** Returns when the live views show everything recorded so far. */
    async caughtUp(other: Projection = projection): Promise<void> {
      await runProjection(other, { target: 'live', until: await log.head(), signal: AbortSignal.timeout(20_000) });
    },
    /** Every row of every live table, in a fixed order. */
    rows: (schema = 'views') => readAll(pool, schema, projectors),
    async close(): Promise<void> {
      await log.close();
      await pool.end();
    },
  };
}

async function openUsualLog() {
  return isOnWire ? openWireLog() : { ...createMemoryEventLog(), close: async () => {} };
}

async function readAll(pool: pg.Pool, schema: string, projectors: readonly Projector[]) {
  const all: Record<string, string[]> = {};
  for (const { name } of tablesOf(projectors)) {
    const { rows } = await pool.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${schema}.${name} t order by 1`,
    );
    all[name] = rows.map(({ row }) => row);
  }
  return all;
}

/** Expects every view of `projection` to equal, row by row, a fresh fold of the log; returns the compared tables. */
export async function expectLikeTheLog(projection: Projection, timeoutMs = 20_000) {
  const { tables } = await compareWithLog(projection, AbortSignal.timeout(timeoutMs));
  expect(tables.filter(({ different }) => different > 0)).toEqual([]);
  return tables;
}

export const newAccountId = () => newId() as AccountId;
export const newAnecdoteId = () => newId() as AnecdoteId;

/** Example content of an anecdote, with `changes`. */
export function content(changes: Partial<AnecdoteContent> = {}): AnecdoteContent {
  return {
    ...emptyContent,
    description: 'Walked along the river',
    tags: ['morning', 'exercise'],
    timestamp: '2026-11-20T08:00:00.000Z',
    time_zone: 'Europe/Zurich',
    location: 'Aare',
    coordinates: { lat: 46.95, lng: 7.44, address: null },
    ...changes,
  };
}

/** The creation of an anecdote of `owner`. */
export function created(
  owner: AccountId,
  changes: Partial<AnecdoteContent> & { connected_to?: AnecdoteId | null } = {},
): JournalEvent {
  const { connected_to = null, ...own } = changes;
  return { type: 'AnecdoteCreated', data: { owner, connected_to, ...content(own) } };
}

export const edited = (owner: AccountId, changes: Partial<AnecdoteContent> = {}): JournalEvent => ({
  type: 'AnecdoteEdited',
  data: { owner, ...content(changes) },
});
