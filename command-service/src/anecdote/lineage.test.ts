import type { AccountId, AnecdoteId, CommandId, EventId, JournalEvent, StoredEvent } from '@anecdotes/contracts';
import { emptyContent, streams } from '@anecdotes/contracts';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import { sealEvent } from '@anecdotes/contracts/server/crypto/journal-codec';
import { beforeEach, expect, test } from 'vitest';
import { memoryEventKeys } from '../../../tests/support/memory-event-keys.ts';
import type { EventLog } from '../event-log.ts';
import { metadataOf } from '../handle-command.ts';
import { parentOf, parentOfNew } from './lineage.ts';

const account = newId() as AccountId;
const child = newId() as AnecdoteId;
const keys = memoryEventKeys();
type Range = NonNullable<Parameters<EventLog['readStream']>[1]>;
const events = new Map<string, StoredEvent[]>();
let reads = 0;
const log = {
  append: () => Promise.reject(new Error('nothing is appended here')),
  readStream: async (stream: string, { direction = 'forward', from, limit }: Range = {}) => {
    reads += 1;
    const found = (events.get(stream) ?? []).filter(
      ({ revision }) => from === undefined || (direction === 'forward' ? revision >= from : revision <= from),
    );
    return (direction === 'forward' ? found : found.reverse()).slice(0, limit);
  },
};
const deps = { log, keys, emptiedAt: 0n, isImporting: async () => false };

beforeEach(async () => {
  await keys.create(account);
  events.clear();
  reads = 0;
});

/** Stores an anecdote of `owner` that was created with a connection. */
async function anecdote(id: AnecdoteId, connected_to: AnecdoteId | null, owner = account): Promise<void> {
  events.delete(streams.anecdote(id));
  const content = { ...emptyContent, description: 'x', timestamp: at };
  await record(id, { type: 'AnecdoteCreated', data: { owner, connected_to, ...content }, at });
}

const at = '2026-11-20T08:00:00.000Z';

/** Adds `event` to the stream of anecdote `id`. */
async function record(id: AnecdoteId, event: JournalEvent & { at: string }): Promise<void> {
  const stream = streams.anecdote(id);
  const commandId = newId() as CommandId;
  const metadata = metadataOf(event, account, {
    commandId,
    at: new Date(at),
    actor: { account_id: account, kind: 'person' },
    origin: { channel: 'web' },
    correlationId: commandId,
    repeated: false,
  });
  const stored = await sealEvent(stream, event, { id: newId() as EventId, metadata }, keys);
  const before = events.get(stream) ?? [];
  const place = { stream, revision: before.length, position: BigInt(before.length + 1), recordedAt: new Date(at) };
  events.set(stream, [...before, { ...stored, ...place }]);
}

/** A chain of anecdotes, each connected to the next one, the last to `end`. */
async function chain(length: number, end: AnecdoteId | null): Promise<AnecdoteId[]> {
  const ids = Array.from({ length }, () => newId() as AnecdoteId);
  for (const [index, id] of ids.entries()) await anecdote(id, ids[index + 1] ?? end);
  return ids;
}

test('the ancestors of a parent are returned nearest first, up to the child', async () => {
  const [parent, ...above] = await chain(3, child);
  if (parent === undefined) throw new Error('no chain');
  expect(await parentOf(deps, account, parent, child)).toEqual({ status: 'live', ancestors: [...above, child] });
});

test('the search for ancestors ends at a loop that exists already', async () => {
  const ids = await chain(3, null);
  const [parent, second, third] = ids;
  if (parent === undefined || second === undefined || third === undefined) throw new Error('no chain');
  await anecdote(third, parent);
  expect(await parentOf(deps, account, parent, child)).toEqual({ status: 'live', ancestors: [second, third, parent] });
});

test('the last connection of an anecdote counts, however many edits came after it', async () => {
  const [parent, second] = await chain(2, null);
  if (parent === undefined || second === undefined) throw new Error('no chain');
  const content = { ...emptyContent, description: 'y', timestamp: at };
  await record(second, { type: 'AnecdoteLinked', data: { owner: account, connected_to: child }, at });
  for (let edits = 0; edits < 50; edits += 1) {
    await record(second, { type: 'AnecdoteEdited', data: { owner: account, ...content }, at });
  }
  expect(await parentOf(deps, account, parent, child)).toEqual({ status: 'live', ancestors: [second, child] });
  await record(second, { type: 'AnecdoteUnlinked', data: { owner: account }, at });
  expect(await parentOf(deps, account, parent, child)).toEqual({ status: 'live', ancestors: [second] });
});

test('up to 1,000 ancestors of a parent are read; with more the connection is refused, after at most 1,001 reads', async () => {
  const [parent, ...above] = await chain(10_001, null);
  const low = above[above.length - 1_001];
  if (parent === undefined || low === undefined) throw new Error('no chain');
  expect(await parentOf(deps, account, low, child)).toEqual({ status: 'live', ancestors: above.slice(-1_000) });
  reads = 0;
  expect(await parentOf(deps, account, parent, child)).toEqual({ status: 'too far below' });
  expect(reads).toBeLessThanOrEqual(1_001);
});

test("another account's anecdote is treated as a missing parent", async () => {
  const theirs = newId() as AnecdoteId;
  await anecdote(theirs, null, newId() as AccountId);
  expect(await parentOf(deps, account, theirs, child)).toEqual({ status: 'missing' });
  expect(await parentOfNew(deps, account, theirs)).toEqual({ status: 'missing' });
  expect(await parentOfNew(deps, account, newId() as AnecdoteId)).toEqual({ status: 'missing' });
});
