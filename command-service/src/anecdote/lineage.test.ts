import type { AccountId, AnecdoteId, CommandId, EventId, StoredEvent } from '@anecdotes/contracts';
import { emptyContent, streams } from '@anecdotes/contracts';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import { sealEvent } from '@anecdotes/contracts/server/crypto/journal-codec';
import { beforeEach, expect, test } from 'vitest';
import { memoryEventKeys } from '../../../tests/support/memory-event-keys.ts';
import { metadataOf } from '../handle-command.ts';
import { parentOf, parentOfNew } from './lineage.ts';

const account = newId() as AccountId;
const child = newId() as AnecdoteId;
const keys = memoryEventKeys();
const events = new Map<string, StoredEvent>();
const log = {
  append: () => Promise.reject(new Error('nothing is appended here')),
  readStream: async (stream: string) => [events.get(stream)].filter((event) => event !== undefined),
};
const deps = { log, keys, emptiedAt: 0n };

beforeEach(async () => {
  await keys.create(account);
  events.clear();
});

async function anecdote(id: AnecdoteId, connected_to: AnecdoteId | null, owner = account): Promise<void> {
  const stream = streams.anecdote(id);
  const at = '2026-11-20T08:00:00.000Z';
  const content = { ...emptyContent, description: 'x', timestamp: at };
  const event = { type: 'AnecdoteCreated', data: { owner, connected_to, ...content }, at } as const;
  const commandId = newId() as CommandId;
  const metadata = metadataOf(event, account, {
    commandId,
    at: new Date(at),
    actor: { account_id: owner, kind: 'person' },
    origin: { channel: 'web' },
    correlationId: commandId,
    repeated: false,
  });
  const stored = await sealEvent(stream, event, { id: newId() as EventId, metadata }, keys);
  events.set(stream, { ...stored, stream, revision: 0, position: 1n, recordedAt: new Date(at) });
}

/** A chain of anecdotes, each connected to the next one, the last to `end`. */
async function chain(length: number, end: AnecdoteId | null): Promise<AnecdoteId[]> {
  const ids = Array.from({ length }, () => newId() as AnecdoteId);
  for (const [index, id] of ids.entries()) await anecdote(id, ids[index + 1] ?? end);
  return ids;
}

test('ancestors are told nearest first, up to the child', async () => {
  const [parent, ...above] = await chain(3, child);
  if (parent === undefined) throw new Error('no chain');
  expect(await parentOf(deps, account, parent, child)).toEqual({ status: 'live', ancestors: [...above, child] });
});

test('a loop that is already there ends the search', async () => {
  const ids = await chain(3, null);
  const [parent, second, third] = ids;
  if (parent === undefined || second === undefined || third === undefined) throw new Error('no chain');
  await anecdote(third, parent);
  expect(await parentOf(deps, account, parent, child)).toEqual({ status: 'live', ancestors: [second, third, parent] });
});

test('an endless chain counts as a loop', async () => {
  const [parent] = await chain(10_002, null);
  if (parent === undefined) throw new Error('no chain');
  expect(await parentOf(deps, account, parent, child)).toHaveProperty('ancestors', expect.arrayContaining([child]));
});

test("another's anecdote is a missing parent", async () => {
  const theirs = newId() as AnecdoteId;
  await anecdote(theirs, null, newId() as AccountId);
  expect(await parentOf(deps, account, theirs, child)).toEqual({ status: 'missing' });
  expect(await parentOfNew(deps, account, theirs)).toEqual({ status: 'missing' });
  expect(await parentOfNew(deps, account, newId() as AnecdoteId)).toEqual({ status: 'missing' });
});
