import { memoryEventKeys } from '@anecdotes/tests/support/memory-event-keys';
import { expect, test } from 'vitest';
import { emptyContent } from '../../anecdote/content.ts';
import type { EventMetadata, StoredEvent } from '../../event.ts';
import { AccountId, AnecdoteId, CommandId, EventId } from '../../ids.ts';
import type { JournalEvent } from '../../journal.ts';
import type { EventKeys } from './event-keys.ts';
import { newId } from './identifiers.ts';
import { openEvents, sealEvent, UnreadableEvent } from './journal-codec.ts';

const owner = AccountId.parse(newId());
const created: JournalEvent = {
  type: 'AnecdoteCreated',
  data: {
    owner,
    connected_to: AnecdoteId.parse(newId()),
    ...emptyContent,
    description: 'canary text',
    tags: ['canary-tag'],
    timestamp: '2026-11-20T07:42:00.000Z',
    time_zone: 'Europe/Zurich',
    location: 'canary place',
    coordinates: { lat: 47.123456, lng: 8.654321, address: null },
  },
};
const metadata: EventMetadata = {
  schema_version: 2,
  command_id: CommandId.parse(newId()),
  correlation_id: newId(),
  causation_id: newId(),
  actor: { account_id: owner, kind: 'person' },
  origin: { channel: 'web' },
  at: '2026-11-20T07:45:00.000Z',
  subject: owner,
};

async function store() {
  const keys = memoryEventKeys();
  await keys.create(owner);
  const id = EventId.parse(newId());
  const named = { ...metadata, key_id: await keys.assign() };
  const sealed = await sealEvent('anecdote-1', created, { id, metadata: named }, keys);
  const stored: StoredEvent = { ...sealed, stream: 'anecdote-1', revision: 0, position: 1n, recordedAt: new Date() };
  return { keys, stored };
}

async function openEvent(stored: StoredEvent, keys: EventKeys) {
  return (await openEvents([stored], keys))[0];
}

test('a sealed event holds no personal field and opens to the original event', async () => {
  const { keys, stored } = await store();
  expect(Object.keys(stored.data).sort()).toEqual(['connected_to', 'owner', 'sealed']);
  expect(JSON.stringify(stored, (_, value) => (typeof value === 'bigint' ? `${value}` : value))).not.toMatch(
    /canary|47\.12|8\.65|07:42/,
  );
  expect(await openEvent(stored, keys)).toMatchObject(created);
});

test('a seal opens only in its stream, under its event id and type', async () => {
  const { keys, stored } = await store();
  for (const moved of [{ stream: 'anecdote-2' }, { id: EventId.parse(newId()) }, { type: 'AnecdoteEdited' }]) {
    expect(await openEvent({ ...stored, ...moved }, keys)).toBeInstanceOf(UnreadableEvent);
  }
});

test('one changed character breaks the seal', async () => {
  const { keys, stored } = await store();
  const sealed = String(stored.data.sealed);
  const changed = `${sealed.slice(0, 60)}${sealed[60] === 'A' ? 'B' : 'A'}${sealed.slice(61)}`;
  expect(await openEvent({ ...stored, data: { ...stored.data, sealed: changed } }, keys)).toBeInstanceOf(
    UnreadableEvent,
  );
});

test('an event that was sealed under the key of the person, before anecdotes had their own, still opens', async () => {
  const keys = memoryEventKeys();
  await keys.create(owner);
  const id = EventId.parse(newId());
  const first = { ...metadata, schema_version: 1 };
  const sealed = await sealEvent('anecdote-1', created, { id, metadata: first }, keys);
  const stored = { ...sealed, stream: 'anecdote-1', revision: 0, position: 1n, recordedAt: new Date() };
  expect(await openEvent(stored, keys)).toMatchObject(created);
});

test('an event opens under the key of its own anecdote only', async () => {
  const { keys, stored } = await store();
  for (const key_id of [undefined, await keys.assign()]) {
    const { key_id: _, ...others } = stored.metadata;
    const moved = { ...stored, metadata: { ...others, ...(key_id !== undefined && { key_id }) } };
    expect(await openEvent(moved, keys)).toBeInstanceOf(UnreadableEvent);
  }
});

test('events are opened in their order, with one query for all keys', async () => {
  const { keys, stored } = await store();
  const asked: number[] = [];
  const counted: EventKeys = {
    ...keys,
    getAll(seals) {
      asked.push(seals.length);
      return keys.getAll(seals);
    },
  };
  const broken = { ...stored, id: EventId.parse(newId()) };
  const opened = await openEvents([stored, broken, stored], counted);
  expect(opened.map((event) => event instanceof UnreadableEvent)).toEqual([false, true, false]);
  expect(asked).toEqual([3]);
});

test("an event of an erased person opens as 'erased'", async () => {
  const { keys, stored } = await store();
  keys.destroy(owner);
  expect(await openEvent(stored, keys)).toBe('erased');
});

test.each([
  ['type', (stored: StoredEvent) => ({ ...stored, type: 'AnecdoteSung' })],
  ['version', (stored: StoredEvent) => ({ ...stored, metadata: { ...stored.metadata, schema_version: 99 } })],
  ['shape', (stored: StoredEvent) => ({ ...stored, data: { ...stored.data, unheard_of: 'x' } })],
])('an event with an unknown %s is unreadable', async (_, change) => {
  const { keys, stored } = await store();
  expect(await openEvent(change(stored), keys)).toBeInstanceOf(UnreadableEvent);
});
