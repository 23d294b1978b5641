import { type AccountId, type AnecdoteId, type JournalEvent, streams } from '@anecdotes/contracts';
import { rebuild } from '@anecdotes/projection-service/projection/rebuild';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { linearChain, plantAnecdotes } from '../support/planted-anecdotes.ts';
import {
  content,
  created,
  createReadSide,
  expectLikeTheLog,
  newAccountId,
  newAnecdoteId,
  type ReadSide,
} from '../support/projection.ts';

let side: ReadSide;
let ann: AccountId;

beforeEach(async () => {
  side = await createReadSide();
  ann = newAccountId();
});
afterEach(() => side.close());

const record = (id: AnecdoteId, event: JournalEvent, owner = ann) => side.record(streams.anecdote(id), owner, event);
const linked = (id: AnecdoteId, connected_to: AnecdoteId) =>
  record(id, { type: 'AnecdoteLinked', data: { owner: ann, connected_to } });
const unlinked = (id: AnecdoteId) => record(id, { type: 'AnecdoteUnlinked', data: { owner: ann } });
const deleted = (id: AnecdoteId) => record(id, { type: 'AnecdoteDeleted', data: { owner: ann } });
const erased = (id: AnecdoteId) => record(id, { type: 'AnecdoteErased', data: { owner: ann } });
const restored = (id: AnecdoteId, connected_to: AnecdoteId | null) =>
  record(id, {
    type: 'AnecdoteRestored',
    data: { owner: ann, connected_to, created_at: '2026-11-20T09:00:00.000Z', same_here: [], ...content() },
  });

async function write(connected_to: AnecdoteId | null, owner = ann): Promise<AnecdoteId> {
  const id = newAnecdoteId();
  await record(id, created(owner, { connected_to }), owner);
  return id;
}

/** The chain of each anecdote that has one, once the views show everything recorded. */
async function chains(): Promise<Record<string, string>> {
  await side.caughtUp();
  const { rows } = await side.pool.query('select anecdote, chain from views.chain_member');
  return Object.fromEntries(rows.map(({ anecdote, chain }) => [anecdote, chain]));
}

/** The expected result of `chains`, found by following the parents of each anecdote in the views. */
async function climbed(): Promise<Record<string, string>> {
  const { rows } = await side.pool.query<{ id: string; owner: string; connected_to: string | null }>(
    'select id, owner, connected_to from views.anecdote',
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const found: Record<string, string> = {};
  for (const row of rows) {
    const seen = new Set<string>();
    let top = row.connected_to;
    for (let id = top; id !== null && !seen.has(id); ) {
      seen.add(id);
      top = id;
      const above = byId.get(id);
      id = above?.owner === row.owner ? above.connected_to : null;
      if (id !== null && seen.has(id)) top = null;
    }
    if (top !== null) found[row.id] = top;
  }
  return found;
}

test('an anecdote is in the chain of its topmost anecdote, through links, moves, deletions and restorations', async () => {
  const top = await write(null);
  const middle = await write(top);
  const last = await write(middle);
  const other = await write(null);
  expect(await chains()).toEqual({ [middle]: top, [last]: top });
  await linked(middle, other);
  expect(await chains()).toEqual({ [middle]: other, [last]: other });
  await linked(other, top);
  expect(await chains()).toEqual({ [other]: top, [middle]: top, [last]: top });
  await unlinked(middle);
  expect(await chains()).toEqual({ [other]: top, [last]: middle });
  await deleted(top);
  expect(await chains()).toEqual({ [other]: top, [last]: middle });
  await linked(middle, other);
  await deleted(other);
  expect(await chains()).toEqual({ [middle]: other, [last]: other });
  await restored(other, top);
  expect(await chains()).toEqual({ [other]: top, [middle]: top, [last]: top });
  await erased(other);
  expect(await chains()).toEqual({ [middle]: other, [last]: other });
  await expectLikeTheLog(side.projection);
});

test('anecdotes in or below a cycle have no chain until the cycle is broken', async () => {
  const [a, b] = [await write(null), newAnecdoteId()];
  await record(b, created(ann, { connected_to: a }));
  const below = await write(b);
  await linked(a, b);
  expect(await chains()).toEqual({});
  await expectLikeTheLog(side.projection);
  await unlinked(a);
  expect(await chains()).toEqual({ [b]: a, [below]: a });
  const itself = await write(null);
  await linked(itself, itself);
  expect(await chains()).toEqual({ [b]: a, [below]: a });
});

test('links across accounts do not join chains, and emptying a journal removes only the chains of its owner', async () => {
  const ben = newAccountId();
  const foreign = await write(null, ben);
  const below = await write(foreign, ben);
  const own = await write(below);
  expect(await chains()).toEqual({ [below]: foreign, [own]: below });
  await side.record(streams.account(ann), ann, { type: 'GuestJournalReset', data: { account: ann } });
  expect(await chains()).toEqual({ [below]: foreign });
  await expectLikeTheLog(side.projection);
});

test('random changes in batches of any length give the same chains as following the parents and as a rebuild', async () => {
  let state = 7;
  const random = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const ids: AnecdoteId[] = [];
  const gone = new Set<AnecdoteId>();
  const any = () => ids[random(ids.length)] as AnecdoteId;
  for (let change = 0; change < 300; change += 1) {
    const id = ids.length === 0 ? undefined : any();
    const kind = random(10);
    if (id === undefined || kind < 3) ids.push(await write(id !== undefined && random(4) > 0 ? id : null));
    else if (gone.has(id)) {
      await restored(id, random(3) > 0 ? any() : null);
      gone.delete(id);
    } else if (kind < 7) await linked(id, any());
    else if (kind < 8) await unlinked(id);
    else {
      await deleted(id);
      gone.add(id);
    }
    if (random(12) === 0) expect(await chains()).toEqual(await climbed());
  }
  const after = await chains();
  expect(after).toEqual(await climbed());
  expect(Object.keys(after).length).toBeGreaterThan(5);
  await expectLikeTheLog(side.projection);
  const before = await side.rows();
  await rebuild(side.projection, AbortSignal.timeout(20_000));
  expect(await side.rows()).toEqual(before);
});

test('a branch of 10,000 anecdotes moves to another chain as a whole', async () => {
  const [branch, one, other] = [await write(null), await write(null), await write(null)];
  await side.caughtUp();
  const parents = [branch, ...linearChain(5_000).slice(1)];
  await plantAnecdotes(side.pool, branch, [...parents, ...Array<string>(4_999).fill(branch)]);
  for (const parent of [one, other]) {
    await linked(branch, parent);
    await side.caughtUp();
    const { rows } = await side.pool.query('select chain, count(*)::int from views.chain_member group by 1');
    expect(rows).toEqual([{ chain: parent, count: 10_000 }]);
  }
});
