import type { AccountId, AnecdoteId, CommandId } from '@anecdotes/contracts';
import { anecdoteEvents, streams } from '@anecdotes/contracts';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import { beforeEach, expect, test } from 'vitest';
import { memoryEventKeys } from '../../tests/support/memory-event-keys.ts';
import { createMemoryEventLog } from '../../tests/support/memory-event-log.ts';
import { type AnecdoteDependencies, changeAnecdote, createAnecdote } from './anecdote/commands.ts';
import { anecdoteDecider } from './anecdote/decider.ts';
import type { Append } from './event-log.ts';
import type { CommandMetadata } from './handle-command.ts';
import { loadState } from './load-state.ts';

const account = newId() as AccountId;
let keys: ReturnType<typeof memoryEventKeys>;
let log: ReturnType<typeof createMemoryEventLog>;
let deps: AnecdoteDependencies;
let appends: Append[];

beforeEach(async () => {
  keys = memoryEventKeys();
  await keys.create(account);
  log = createMemoryEventLog();
  appends = [];
  const append = (one: Append) => {
    appends.push(one);
    return log.append(one);
  };
  const guestJournal = {
    account: newId() as AccountId,
    emptiedAt: async () => 0n,
    reserveSlot: async () => true,
    refresh() {},
  };
  deps = {
    log: { ...log, append },
    keys,
    clock: () => new Date(),
    newId,
    guestJournal,
    anecdoteKeys: { assign: keys.assign, destroy: async () => {} },
    withLinkLock: (_account, run) => run(async () => {}),
    isImporting: async () => false,
  };
});

function metadata(commandId = newId() as CommandId, repeated = false): CommandMetadata {
  return {
    commandId,
    at: new Date('2026-11-20T08:00:00.000Z'),
    actor: { account_id: account, kind: 'person' },
    origin: { channel: 'web' },
    correlationId: newId(),
    repeated,
  };
}

const created = () => createAnecdote(deps, metadata(), { description: 'A walk' });
const edit = (description: string) => ({ type: 'EditAnecdote', fields: { description } }) as const;

test('creating an anecdote reads no stream', async () => {
  deps = { ...deps, log: { ...deps.log, readStream: () => Promise.reject(new Error('read')) } };
  expect((await created()).revision).toBe(0);
});

test('all events of a command are in one append, each with its own id', async () => {
  const { id } = await created();
  const parent = (await created()).id;
  appends = [];
  await changeAnecdote(deps, id, { type: 'EditAnecdote', fields: { tags: ['x'], connected_to: parent } }, metadata());
  expect(appends.map(({ events }) => events.map(({ type }) => type))).toEqual([['AnecdoteEdited', 'AnecdoteLinked']]);
  expect(new Set(appends[0]?.events.map((event) => event.id)).size).toBe(2);
});

test('the metadata of an event says who caused it, through which channel, when, and under which key it is sealed', async () => {
  const caused = metadata();
  const { id } = await createAnecdote(deps, caused, { description: 'A walk' });
  const [event] = await log.readStream(streams.anecdote(id));
  expect(event?.metadata).toEqual({
    schema_version: anecdoteEvents.AnecdoteCreated.version,
    command_id: caused.commandId,
    correlation_id: caused.correlationId,
    causation_id: caused.commandId,
    actor: caused.actor,
    origin: caused.origin,
    at: '2026-11-20T08:00:00.000Z',
    subject: account,
    key_id: expect.stringMatching(/^[0-9a-f-]{36}\.0$/),
  });
  await changeAnecdote(deps, id, { type: 'DeleteAnecdote' }, metadata());
  expect((await log.readStream(streams.anecdote(id)))[1]?.metadata.subject).toBe(null);
});

test('a command that is overtaken by other appends is decided again three times, then fails with REVISION_CONFLICT', async () => {
  const { id } = await created();
  let overtaken = 0;
  const append = async (one: Append) => {
    overtaken += 1;
    await changeAnecdote({ ...deps, log }, id, edit(`Rival ${overtaken}`), metadata());
    return log.append(one);
  };
  const overtakenDeps = { ...deps, log: { ...log, append } };
  const outcome = changeAnecdote(overtakenDeps, id, edit('Mine'), metadata());
  await expect(outcome).rejects.toMatchObject({ code: 'REVISION_CONFLICT', details: { revision: 4, retryAfter: 1 } });
  expect(overtaken).toBe(4);
  expect((await changeAnecdote(deps, id, edit('Mine'), metadata())).revision).toBe(5);
});

test('an edit and a connection of one anecdote that come at the same time do not overtake each other', async () => {
  const { id } = await created();
  const { id: parent } = await created();
  appends = [];
  await Promise.all([
    ...['One', 'Two', 'Three'].map((description) => changeAnecdote(deps, id, edit(description), metadata())),
    changeAnecdote(deps, id, { type: 'LinkAnecdote', parent }, metadata()),
  ]);
  expect(appends.map(({ expectedRevision }) => expectedRevision)).toEqual([0, 1, 2, 3]);
});

test('a command that another process executed at the same time returns the state right after that execution', async () => {
  const { id } = await created();
  const twice = metadata();
  let isFirst = true;
  const append = async (one: Append) => {
    if (isFirst) {
      isFirst = false;
      await changeAnecdote({ ...deps, log }, id, { type: 'ReactSameHere' }, metadata());
      await changeAnecdote({ ...deps, log }, id, edit('Mine'), twice);
      await changeAnecdote({ ...deps, log }, id, edit('Later'), metadata());
    }
    return log.append(one);
  };
  const answer = await changeAnecdote({ ...deps, log: { ...log, append } }, id, edit('Mine'), twice);
  expect(answer).toMatchObject({ revision: 2, state: { content: { description: 'Mine' } } });
  expect(answer.state).toHaveProperty('sameHere', new Set([account]));
});

test('a Same Here after the revision that the caller saw is no conflict, a change of the anecdote is', async () => {
  const { id } = await created();
  await changeAnecdote(deps, id, { type: 'ReactSameHere' }, metadata());
  const overtaken = async (one: Append) => {
    if (appends.length === 2) await changeAnecdote(deps, id, { type: 'WithdrawSameHere' }, metadata());
    return deps.log.append(one);
  };
  const overtakenDeps = { ...deps, log: { ...log, append: overtaken } };
  expect((await changeAnecdote(overtakenDeps, id, edit('Mine'), metadata(), 0)).revision).toBe(3);
  await changeAnecdote(deps, id, { type: 'ReactSameHere' }, metadata());
  const late = changeAnecdote(deps, id, edit('Late'), metadata(), 2);
  await expect(late).rejects.toMatchObject({ code: 'REVISION_CONFLICT', details: { revision: 4 } });
  await expect(changeAnecdote(deps, id, edit('Ahead'), metadata(), 5)).rejects.toMatchObject({
    code: 'REVISION_CONFLICT',
  });
});

test('the anecdotes of an erased person are absent', async () => {
  const { id } = await created();
  await changeAnecdote(deps, id, { type: 'ReactSameHere' }, metadata());
  keys.destroy(account);
  const { state } = await loadState(deps, anecdoteDecider, streams.anecdote(id as AnecdoteId));
  expect(state).toEqual({ status: 'absent' });
});
