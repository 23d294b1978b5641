import {
  type AnecdoteDependencies,
  changeAnecdote,
  createAnecdote,
} from '@anecdotes/command-service/anecdote/commands';
import { type AnecdoteState, anecdoteDecider } from '@anecdotes/command-service/anecdote/decider';
import { eraseAnecdote } from '@anecdotes/command-service/anecdote/erase';
import type { CommandMetadata } from '@anecdotes/command-service/handle-command';
import { loadState } from '@anecdotes/command-service/load-state';
import { createStateCache } from '@anecdotes/command-service/vault/state-cache';
import { type AccountId, type AnecdoteId, type CommandId, streams } from '@anecdotes/contracts';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type CommandSide, startCommandSide } from '../support/command-side.ts';
import { createMemoryEventLog } from '../support/memory-event-log.ts';

let side: CommandSide;
let account: AccountId;

beforeEach(async () => {
  side = await startCommandSide();
  account = await side.newAccount();
});
afterEach(() => side.close());

/** The dependencies of a process with an empty state cache. */
const restarted = () => ({ ...side.deps, states: createStateCache(side.vault, side.deps.keys) });

function metadata(commandId = newId() as CommandId, repeated = false): CommandMetadata {
  const actor = { account_id: account, kind: 'person' } as const;
  return { commandId, at: new Date(), actor, origin: { channel: 'web' }, correlationId: newId(), repeated };
}
const create = async () => (await createAnecdote(side.deps, metadata(), { description: 'First' })).id;
const edit = (deps: AnecdoteDependencies, id: AnecdoteId, description: string, by = metadata()) =>
  changeAnecdote(deps, id, { type: 'EditAnecdote', fields: { description } }, by);
async function editOften(id: AnecdoteId, count: number) {
  for (let index = 1; index <= count; index += 1) await edit(side.deps, id, `Canary ${index}`);
}

/** How many events `run` reads from streams. */
async function eventsRead(deps: AnecdoteDependencies, run: (deps: AnecdoteDependencies) => Promise<unknown>) {
  let count = 0;
  const readStream: typeof deps.log.readStream = async (...range) => {
    const events = await deps.log.readStream(...range);
    count += events.length;
    return events;
  };
  await run({ ...deps, log: { ...deps.log, readStream } });
  return count;
}
const folded = async (deps: Parameters<typeof loadState>[0], id: AnecdoteId) => {
  const { state, revision, position } = await loadState(deps, anecdoteDecider, streams.anecdote(id));
  return { state, revision, position };
};
const fromTheBeginning = () => ({ log: side.log, keys: side.deps.keys });
const snapshots = async () => (await side.vault.query('select * from vault.state_snapshot')).rows;

test('a command on a stream of hundreds of events reads only the events after the kept state', async () => {
  const id = await create();
  await editOften(id, 300);
  expect(await eventsRead(side.deps, (deps) => edit(deps, id, 'Next'))).toBe(1);
  await vi.waitFor(async () => expect(await snapshots()).toMatchObject([{ revision: expect.any(Number) }]), 60_000);
  const again = await eventsRead(restarted(), (deps) => edit(deps, id, 'After a restart'));
  expect(again).toBeLessThanOrEqual(8 + 16);
  expect(await folded(restarted(), id)).toEqual(await folded(fromTheBeginning(), id));
});

test('a kept state equals a fold of all events after any changes, made by any of several processes', async () => {
  const id = await create();
  const parent = await create();
  const processes = [side.deps, restarted(), restarted()];
  const changes: Parameters<typeof changeAnecdote>[2][] = [
    { type: 'EditAnecdote', fields: { description: 'Edited', tags: ['one', 'two'] } },
    { type: 'ReactSameHere' },
    { type: 'LinkAnecdote', parent },
    { type: 'EditAnecdote', fields: { location: 'Zürich', coordinates: { lat: 1, lng: 2, address: null } } },
    { type: 'WithdrawSameHere' },
    { type: 'DeleteAnecdote' },
    { type: 'RestoreAnecdote' },
    { type: 'UnlinkAnecdote' },
  ];
  for (let round = 0; round < 96; round += 1) {
    const [deps, change] = [processes[round % 3], changes[round % changes.length]];
    if (deps === undefined || change === undefined) throw new Error('out of range');
    const named = change.type === 'EditAnecdote' ? { ...change.fields, description: `Round ${round}` } : undefined;
    await changeAnecdote(deps, id, named ? { type: 'EditAnecdote', fields: named } : change, metadata());
    if (round % 7 === 0) processes[round % 3] = restarted();
    expect(await folded(deps, id)).toEqual(await folded(fromTheBeginning(), id));
  }
});

test('a command that is repeated after many others is answered as the first time', async () => {
  const id = await create();
  await editOften(id, 50);
  const commandId = newId() as CommandId;
  const first = await edit(side.deps, id, 'Mine', metadata(commandId));
  await editOften(id, 50);
  for (const deps of [side.deps, restarted()]) {
    expect(await edit(deps, id, 'Mine', metadata(commandId, true))).toMatchObject({
      revision: first.revision,
      position: first.position,
      state: { content: { description: 'Mine' } },
    });
  }
  expect((await folded(side.deps, id)).revision).toBe(101);
});

test('a command that another process executed in the meantime is not executed twice on a long stream', async () => {
  const id = await create();
  await editOften(id, 20);
  const twice = metadata();
  let isFirst = true;
  const append: typeof side.log.append = async (one) => {
    if (isFirst) {
      isFirst = false;
      const other = restarted();
      await edit(other, id, 'Before');
      await edit(other, id, 'Mine', twice);
      // This process has read all of these events when it decides again.
      await edit(side.deps, id, 'Later');
    }
    return side.log.append(one);
  };
  const answer = await edit({ ...side.deps, log: { ...side.deps.log, append } }, id, 'Mine', twice);
  expect(answer).toMatchObject({ revision: 22, state: { content: { description: 'Mine' } } });
  expect((await folded(fromTheBeginning(), id)).revision).toBe(23);
});

test('a hundred simultaneous reactions on a long stream all succeed', async () => {
  const id = await create();
  await editOften(id, 40);
  const token = await side.tokenOf(account);
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      side.app.inject({
        method: index % 2 === 0 ? 'POST' : 'DELETE',
        url: `/api/anecdotes/${id}/react`,
        headers: { authorization: `Bearer ${token}` },
      }),
    ),
  );
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(await folded(side.deps, id)).toEqual(await folded(fromTheBeginning(), id));
});

test('a snapshot is sealed, and is deleted when its anecdote is erased', async () => {
  const [one, other] = [await create(), await create()];
  await editOften(one, 40);
  await editOften(other, 40);
  await vi.waitFor(async () => expect(await snapshots()).toHaveLength(2), 60_000);
  expect(JSON.stringify(await snapshots(), (_, value) => (typeof value === 'bigint' ? `${value}` : value))).not.toMatch(
    /Canary|First/,
  );
  await eraseAnecdote(side.deps, one, metadata());
  expect(await snapshots()).toMatchObject([{ stream: streams.anecdote(other) }]);
  for (const deps of [side.deps, restarted()]) expect((await folded(deps, one)).state).toEqual({ status: 'absent' });
});

test('a snapshot whose key was destroyed is not used', async () => {
  const id = await create();
  await editOften(id, 40);
  await vi.waitFor(async () => expect(await snapshots()).toHaveLength(1), 60_000);
  const [{ key_id }] = await snapshots();
  await side.deps.anecdoteKeys.destroy([key_id]);
  expect((await folded(restarted(), id)).state).toEqual({ status: 'absent' });
});

test('events up to the position at which the journal was emptied are ignored, whatever state is kept', async () => {
  const id = await create();
  await editOften(id, 40);
  const { position } = await folded(side.deps, id);
  await vi.waitFor(async () => expect(await snapshots()).toHaveLength(1), 60_000);
  for (const deps of [side.deps, restarted()]) {
    const { state, revision } = await loadState(deps, anecdoteDecider, streams.anecdote(id), { emptiedAt: position });
    expect([state, revision]).toEqual([{ status: 'absent' }, 40]);
  }
});

test('a kept state is not used when the log was rolled back to before it', async () => {
  const id = await create();
  await editOften(id, 20);
  await vi.waitFor(async () => expect(await snapshots()).toHaveLength(1), 60_000);
  const [stream, earlier] = [streams.anecdote(id), createMemoryEventLog()];
  for (const { revision, type, data, metadata: of, ...event } of (await side.log.readStream(stream)).slice(0, 11)) {
    const expectedRevision = revision === 0 ? 'no-stream' : revision - 1;
    await earlier.append({ stream, expectedRevision, events: [{ id: event.id, type, data, metadata: of }] });
  }
  for (const deps of [side.deps, restarted()]) {
    expect(await folded({ ...deps, log: earlier }, id)).toMatchObject({
      revision: 10,
      state: { content: { description: 'Canary 10' } },
    });
  }
});

test('a state kept by an earlier version of its decider is not used', async () => {
  const id = await create();
  await editOften(id, 40);
  await vi.waitFor(async () => expect(await snapshots()).toHaveLength(1), 60_000);
  const later = { ...anecdoteDecider, initial: { status: 'absent' } as AnecdoteState, stateVersion: 2 };
  const evolve = vi.fn(anecdoteDecider.evolve);
  await loadState(side.deps, { ...later, evolve }, streams.anecdote(id));
  expect(evolve).toHaveBeenCalledTimes(41);
});
