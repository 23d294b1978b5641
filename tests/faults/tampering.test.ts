import { createEventStore, type EventStore } from '@anecdotes/deploy/embedded/event-store';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asSuperuser, createTestDatabase } from '../support/database.ts';
import { newEvent, newStream } from '../support/log-events.ts';

let store: EventStore;
let intruder: pg.Client;

beforeAll(async () => {
  const url = await createTestDatabase();
  store = createEventStore(url);
  await store.migrate();
  intruder = new pg.Client(asSuperuser(url));
  await intruder.connect();
  await appendTogether(25);
  // As in a log of a version that did not have this function yet.
  await intruder.query('drop function log.append_one');
  await store.migrate();
  const stream = newStream();
  await store.append({ stream, expectedRevision: 'no-stream', events: [newEvent({ sealed: '☕' })] });
  for (let revision = 0; revision < 9; revision += 1) {
    await store.append({ stream, expectedRevision: revision, events: [newEvent({ sealed: `"${revision}"` })] });
  }
  await appendTogether(20);
});

afterAll(async () => {
  await intruder.end();
  await store.close();
});

/** Appends two events to each of `streams` new streams. */
async function appendTogether(streams: number) {
  await Promise.all(
    Array.from({ length: streams }, (_, index) =>
      store.append({
        stream: newStream(),
        expectedRevision: 'any',
        events: [newEvent({ sealed: `☕ "${index}"` }), newEvent({ sealed: '' })],
      }),
    ),
  );
}

describe('the table of events', () => {
  test.each(['update log.events set type = type', 'delete from log.events', 'truncate log.events'])(
    'refuses %s',
    async (statement) => {
      await expect(intruder.query(statement)).rejects.toThrow('append-only');
    },
  );
});

describe('verifying the hash chain', () => {
  test('confirms an unchanged log', async () => {
    expect(await store.verifyChain()).toMatchObject({ verified: 100, firstDifference: null });
  });

  test.each([
    [
      'one byte of the data',
      `update log.events set data = overlay(data::text placing 'X' from 12 for 1)::json where position = 37`,
    ],
    [
      'one byte of the metadata',
      `update log.events set metadata = replace(metadata::text, 'web', 'wex')::json where position = 37`,
    ],
    ['a blank between data and metadata', `update log.events set data = (data::text || ' ')::json where position = 37`],
    ['the type', `update log.events set type = 'AnecdoteDeleted' where position = 37`],
    ['the stream', `update log.events set stream = 'anecdote-1' where position = 37`],
    ['the time by a microsecond', `update log.events set recorded_at = recorded_at + '1 us' where position = 37`],
    ['the hash', `update log.events set hash = sha256(hash) where position = 37`],
    [
      'two events swapped',
      `update log.events set position = -position where position in (37, 38);
      update log.events set position = 75 + position where position < 0`,
    ],
    ['an event removed', `delete from log.events where position = 37`],
  ])('reports the position of the first changed event: %s', async (_what, statement) => {
    expect(await checkAfter(statement)).toMatchObject({ verified: 36, firstDifference: 37n });
  });

  test('reports the first of the events that are missing at the end', async () => {
    const check = await checkAfter('delete from log.events where position > 90');
    expect(check).toMatchObject({ verified: 90, firstDifference: 91n });
  });
});

/** Changes the log as a superuser with triggers off, verifies it and restores it. */
async function checkAfter(statement: string) {
  const withoutTriggers = (sql: string) =>
    intruder.query(`begin; set local session_replication_role = replica; ${sql}; commit`);
  await withoutTriggers(`create temp table saved as select * from log.events; ${statement}`);
  try {
    return await store.verifyChain();
  } finally {
    await withoutTriggers('delete from log.events; insert into log.events select * from saved; drop table saved');
  }
}
