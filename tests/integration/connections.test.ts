import {
  type AnecdoteId,
  AnecdotePage,
  type ChainSummary,
  ConnectionsView,
  JournalGraph,
  NO_PARENT,
  PARENT_NOT_INCLUDED,
  streams,
} from '@anecdotes/contracts';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { linearChain, plantAnecdotes } from '../support/planted-anecdotes.ts';
import { newAnecdoteId } from '../support/projection.ts';
import { type Person, type QuerySide, startQuerySide } from '../support/query-side.ts';

let side: QuerySide;
let ann: Person;
let ben: Person;

beforeAll(async () => {
  side = await startQuerySide();
  side.startProjector();
  ben = await side.newPerson();
});

beforeEach(async () => {
  ann = await side.newPerson();
});

afterAll(() => side.close());

const minute = (number: number) => new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString();

let written = 0;

/** Writes an anecdote of Ann below `connected_to`, with a later time than those written before. */
function write(connected_to: AnecdoteId | null, changes: Parameters<QuerySide['write']>[1] = {}): Promise<AnecdoteId> {
  written += 1;
  return side.write(ann, { connected_to, timestamp: minute(written), ...changes });
}

const remove = (id: AnecdoteId) =>
  side.record(streams.anecdote(id), ann.account, { type: 'AnecdoteDeleted', data: { owner: ann.account } });

const link = (id: AnecdoteId, parent: AnecdoteId) =>
  side.record(streams.anecdote(id), ann.account, {
    type: 'AnecdoteLinked',
    data: { owner: ann.account, connected_to: parent },
  });

/** An anecdote without links, whose row is a template for copies. */
async function writeTemplate(): Promise<AnecdoteId> {
  const id = await side.write(ann, { description: 'The template', tags: ['template'], timestamp: minute(0) });
  await side.get(ann, `/api/anecdotes/${id}`);
  return id;
}

async function page(query = 'page_size=100'): Promise<AnecdotePage> {
  const { status, body } = await side.get(ann, `/api/anecdotes?${query}`);
  expect(status).toBe(200);
  return AnecdotePage.parse(body);
}

/** The summary of each of `ids`, all of which are on the first page. */
async function summaries(...ids: AnecdoteId[]): Promise<(ChainSummary | null | undefined)[]> {
  const { data, chains } = await page();
  expect(chains).toHaveLength(data.length);
  return ids.map((id) => chains[data.findIndex((anecdote) => anecdote.id === id)]);
}

describe('the chain beside an anecdote in a list', () => {
  test('counts the anecdotes above and below, and encodes the tree below, oldest child first', async () => {
    const top = await write(null);
    const young = await write(top, { timestamp: minute(9_000) });
    const old = await write(top, { timestamp: minute(8_000) });
    const below = await write(old);
    const alone = await write(null);
    expect(await summaries(top, old, young, below, alone)).toEqual([
      { before: 0, after: 3, branches: 1, shape: '2100' },
      { before: 1, after: 1, branches: 0, shape: '10' },
      { before: 1, after: 0, branches: 0, shape: '0' },
      { before: 2, after: 0, branches: 0, shape: '0' },
      null,
    ]);
  });

  test('counts a deleted anecdote at the top and marks it as gone', async () => {
    const top = await write(null);
    const middle = await write(top);
    const last = await write(middle);
    await remove(top);
    expect(await summaries(middle, last)).toEqual([
      { before: 1, after: 1, branches: 0, shape: '10', gone: true },
      { before: 2, after: 0, branches: 0, shape: '0', gone: true },
    ]);
    await remove(middle);
    expect(await summaries(last)).toEqual([{ before: 1, after: 0, branches: 0, shape: '0', gone: true }]);
  });

  test('stops at twenty in each direction and says that it is cut', async () => {
    const chain = await plantAnecdotes(side.pool, await writeTemplate(), linearChain(43));
    const summary = { before: 20, after: 20, branches: 0, shape: '1'.repeat(12) };
    const of = (index: number) => chain[index] as AnecdoteId;
    expect(await summaries(of(0), of(20), of(21), of(22), of(42))).toEqual([
      { ...summary, before: 0, cut: true },
      { ...summary, cut: true },
      { ...summary, cut: true },
      { ...summary, cut: true },
      { before: 20, after: 0, branches: 0, shape: '0', cut: true },
    ]);
    await side.pool.query('delete from views.anecdote where id = any($1::uuid[])', [[of(0), of(42)]]);
    // Answers are cached until the views move.
    await writeTemplate();
    expect(await summaries(of(20), of(21))).toEqual([
      { ...summary, gone: true, cut: true },
      { ...summary, cut: true },
    ]);
  });

  test('is not cut where there are exactly twenty in each direction', async () => {
    const chain = await plantAnecdotes(side.pool, await writeTemplate(), linearChain(41));
    expect(await summaries(chain[20] as AnecdoteId)).toEqual([
      { before: 20, after: 20, branches: 0, shape: '1'.repeat(12) },
    ]);
  });

  test('shows 35 or more children by one symbol, and the oldest children first', async () => {
    const template = await writeTemplate();
    const [wide, wider] = await plantAnecdotes(side.pool, template, [null, null]);
    const children = await plantAnecdotes(side.pool, template, Array(34).fill(wide));
    await plantAnecdotes(side.pool, template, Array(36).fill(wider));
    await plantAnecdotes(side.pool, template, [children[0] as string]);
    expect(await summaries(wide as AnecdoteId, wider as AnecdoteId)).toEqual([
      { before: 0, after: 20, branches: 1, shape: 'y10000000000', cut: true },
      { before: 0, after: 20, branches: 1, shape: 'z00000000000', cut: true },
    ]);
  });

  test('ends at a cycle, and at an anecdote that is its own parent', async () => {
    const a = await write(null);
    const b = await write(a);
    const c = await write(b);
    await link(a, c);
    const itself = await write(null);
    await link(itself, itself);
    expect(await summaries(a, itself)).toEqual([
      { before: 2, after: 2, branches: 0, shape: '110' },
      { before: 0, after: 0, branches: 0, shape: '0' },
    ]);
  });

  test('ignores anecdotes of other accounts', async () => {
    const foreign = await side.write(ben);
    const own = await write(null);
    await side.write(ben, { connected_to: own });
    const orphan = await write(foreign);
    expect(await summaries(own, orphan)).toEqual([null, { before: 1, after: 0, branches: 0, shape: '0', gone: true }]);
  });

  test('is given for fifty cards in a chain of 10,000 anecdotes, one of which has 10,000 children', async () => {
    const template = await writeTemplate();
    const chain = await plantAnecdotes(side.pool, template, linearChain(10_000));
    const many = Array<string>(10_000).fill(chain[5_000] as string);
    await plantAnecdotes(side.pool, template, many);
    const { data, chains } = await page('page=101&page_size=50&sort_order=asc');
    expect(data).toHaveLength(50);
    expect(chains.every((chain) => chain?.cut === true)).toBe(true);
    expect(chains.some((chain) => (chain?.branches ?? 0) > 0)).toBe(true);
  });

  test('adds less than 5 % to the size of a page', async () => {
    const chains = 10;
    for (let chain = 0; chain < chains; chain += 1) {
      let last: AnecdoteId | null = null;
      for (let part = 0; part < 5; part += 1) {
        last = await write(last, {
          description:
            'The tram driver waited for the old man with the cello, although the light had been green for some time.',
        });
      }
    }
    const answer = await page('page_size=50');
    expect(answer.data).toHaveLength(50);
    const continued = answer.chains.flatMap((chain, index) => (chain?.after ? [answer.data[index]?.id] : []));
    const { chains: shown, ...rest } = answer;
    const before = JSON.stringify({ ...rest, continued }).length;
    const growth = JSON.stringify({ ...rest, chains: shown }).length / before - 1;
    expect(growth).toBeLessThan(0.05);
  });
});

describe('the graph of a journal', () => {
  async function graph(query = ''): Promise<JournalGraph> {
    const { status, body } = await side.get(ann, `/api/connections?${query}`);
    expect(status).toBe(200);
    return JournalGraph.parse(body.data);
  }

  test('holds every anecdote with a parent or children, newest first, as columns', async () => {
    const text = `  A long walk\n\talong the river, ${'x'.repeat(60)}`;
    const top = await write(null, {
      description: text,
      tags: ['river', 'walk'],
      timestamp: '1969-12-31T23:59:59.500Z',
    });
    const child = await write(top, { description: 'b', tags: ['swim'], timestamp: '2026-01-02T00:00:00.000Z' });
    const other = await write(null, { description: 'c', tags: [], timestamp: '2026-01-03T00:00:00.000Z' });
    const below = await write(other, { description: 'd', tags: ['swim'], timestamp: '2026-01-04T00:00:00.000Z' });
    await write(null);
    await side.record(streams.anecdote(below), ann.account, {
      type: 'SameHereAdded',
      data: { owner: ann.account, account: ann.account },
    });
    expect(await graph()).toEqual({
      ids: [below, other, child, top],
      parents: [1, NO_PARENT, 3, NO_PARENT],
      labels: ['d', 'c', 'b', `A long walk along the river, ${'x'.repeat(31)}`],
      tags: [0, -1, 0, 1],
      tag_names: ['swim', 'river'],
      times: [1_767_484_800, 1_767_398_400, 1_767_312_000, -1],
      sizes: [16, 10, 10, 56],
      chains: [0, 0, 1, 1],
      unlinked: 1,
      total: 4,
      complete: true,
    });
  });

  test('marks parents that are not included: deleted, filtered out or beyond the limit', async () => {
    const gone = await write(null);
    const top = await write(gone, { tags: ['other'] });
    const middle = await write(top, { tags: ['kept'] });
    const last = await write(middle, { tags: ['kept'] });
    await remove(gone);
    expect(await graph()).toMatchObject({
      ids: [last, middle, top],
      parents: [1, 2, PARENT_NOT_INCLUDED],
      chains: [0, 0, 0],
    });
    expect(await graph('tags=kept')).toMatchObject({
      ids: [last, middle],
      parents: [1, PARENT_NOT_INCLUDED],
      unlinked: 0,
      total: 2,
      complete: true,
    });
    expect(await graph('limit=1')).toMatchObject({
      ids: [last],
      parents: [PARENT_NOT_INCLUDED],
      total: 3,
      complete: false,
    });
  });

  test('accepts the filters of lists', async () => {
    const top = await write(null, { description: 'A lighthouse', timestamp: '2020-01-01T00:00:00.000Z' });
    const child = await write(top, { description: 'Rain', coordinates: null });
    const alone = await write(null, { description: 'A lighthouse too' });
    expect(await graph('search=lighthouse')).toMatchObject({ ids: [top], unlinked: 1, total: 1 });
    expect(await graph('date_to=2020-12-31')).toMatchObject({ ids: [top], unlinked: 0 });
    expect(await graph('located=false')).toMatchObject({ ids: [child], unlinked: 0 });
    expect(await graph('near=46.95,7.44,1')).toMatchObject({ ids: [top], unlinked: 1 });
    expect(await graph('bbox=0,0,1,1')).toMatchObject({ ids: [], total: 0, unlinked: 0, complete: true });
    expect((await page(`search=too`)).data.map(({ id }) => id)).toEqual([alone]);
  });

  test('contains no anecdotes of other accounts', async () => {
    const foreign = await side.write(ben, { description: 'zanzibar' });
    const own = await write(foreign);
    await side.write(ben, { connected_to: own, description: 'zanzibar' });
    expect(await graph()).toMatchObject({ ids: [own], parents: [PARENT_NOT_INCLUDED], total: 1, unlinked: 0 });
  });

  test('contains the links of a cycle unchanged', async () => {
    const a = await write(null);
    const b = await write(a);
    await link(a, b);
    expect(await graph()).toMatchObject({ ids: [b, a], parents: [1, 0], chains: [0, 0] });
  });

  test('is cut at its limit, which is clamped to between 1 and 10,000', async () => {
    await plantAnecdotes(side.pool, await writeTemplate(), linearChain(10_001));
    const { ids, total, complete } = await graph();
    expect([ids.length, total, complete]).toEqual([5_000, 10_001, false]);
    expect((await graph('limit=100000')).ids).toHaveLength(10_000);
    expect((await graph('limit=0')).ids).toHaveLength(1);
  });

  test.each([
    ['limit', 'many'],
    ['page', '1'],
    ['near', 'here'],
    ['date_from', 'yesterday'],
  ])('refuses %s=%s and names the parameter', async (name, value) => {
    const { status, body } = await side.get(ann, `/api/connections?${name}=${value}`);
    expect(status).toBe(400);
    expect(Object.keys(body.error.fields)).toEqual([name]);
  });
});

describe('the connections of an anecdote', () => {
  async function connections(id: string, query = ''): Promise<ConnectionsView> {
    const { status, body } = await side.get(ann, `/api/anecdotes/${id}/connections?${query}`);
    expect(status).toBe(200);
    return ConnectionsView.parse(body.data);
  }
  const idsOf = ({ parents, children, complete }: ConnectionsView) => [
    parents.map(({ id }) => id),
    children.map(({ id }) => id),
    complete,
  ];

  test('end after the requested number of generations or anecdotes', async () => {
    const top = await write(null);
    const parent = await write(top);
    const current = await write(parent);
    const first = await write(current);
    const second = await write(current);
    const below = await write(first);
    expect(idsOf(await connections(current))).toEqual([[parent, top], [first, second, below], true]);
    expect(idsOf(await connections(current, 'depth=2'))).toEqual([[parent, top], [first, second, below], true]);
    expect(idsOf(await connections(current, 'depth=1'))).toEqual([[parent], [first, second], false]);
    expect(idsOf(await connections(current, 'limit=3'))).toEqual([[parent], [first], false]);
    expect(idsOf(await connections(current, 'limit=6'))).toEqual([[parent, top], [first, second, below], true]);
    expect(idsOf(await connections(current, 'limit=0&depth=0'))).toEqual([[], [], false]);
  });

  test.each([
    ['limit', 'all'],
    ['depth', '1.5'],
    ['page', '1'],
  ])('refuse %s=%s and name the parameter', async (name, value) => {
    const { status, body } = await side.get(ann, `/api/anecdotes/${await write(null)}/connections?${name}=${value}`);
    expect(status).toBe(400);
    expect(Object.keys(body.error.fields)).toEqual([name]);
  });

  test('are the nearest ones of a chain of 10,000 and the oldest ones of 10,000 children', async () => {
    const template = await writeTemplate();
    const chain = await plantAnecdotes(side.pool, template, linearChain(10_000));
    const [wide = ''] = await plantAnecdotes(side.pool, template, [null]);
    const children = await plantAnecdotes(side.pool, template, Array(10_000).fill(wide));
    const middle = await connections(chain[5_000] ?? '', 'depth=1000');
    expect(idsOf(middle)).toEqual([chain.slice(4_500, 5_000).reverse(), chain.slice(5_001, 5_500), false]);
    expect(idsOf(await connections(wide, 'depth=1'))).toEqual([[], children.slice(0, 999), false]);
  });

  test('end at a missing parent, and at a cycle of a thousand anecdotes', async () => {
    const template = await writeTemplate();
    const [first = '', second = ''] = await plantAnecdotes(side.pool, template, [newAnecdoteId(), 0]);
    expect(idsOf(await connections(second))).toEqual([[first], [], true]);
    const ring = await plantAnecdotes(side.pool, template, [999, ...linearChain(1_000).slice(1)]);
    const { parents, children } = await connections(ring[0] ?? '');
    expect(new Set([...parents, ...children].map(({ id }) => id)).size).toBe(999);
  });

  test('are in any graph, with cycles or without, those that the links lead to, each of them once', async () => {
    const size = 12;
    const anyGraph = fc.array(fc.option(fc.nat(size - 1)), { minLength: size, maxLength: size });
    const graphs = fc.sample(anyGraph, 25);
    const shifted = graphs.flatMap((parents, graph) =>
      parents.map((parent) => (parent === null ? null : parent + graph * size)),
    );
    const planted = await plantAnecdotes(side.pool, await writeTemplate(), shifted);
    for (const [graph, parents] of graphs.entries()) {
      const ids = planted.slice(graph * size, (graph + 1) * size);
      const { above, below } = reachedFrom(0, parents);
      const shown = await connections(ids[0] ?? '');
      const about = JSON.stringify(parents);
      expect(shown.complete, about).toBe(true);
      expect(
        shown.parents.map(({ id }) => ids.indexOf(id as AnecdoteId)),
        about,
      ).toEqual(above);
      expect(shown.children.map(({ id }) => ids.indexOf(id as AnecdoteId)).sort(), about).toEqual(below.sort());
    }
    for (const path of [`anecdotes/${planted[0]}/timeline`, 'connections', 'anecdotes?page_size=100']) {
      expect((await side.get(ann, `/api/${path}`)).status).toBe(200);
    }
  });
});

/** The indices that the links lead to from `start`: upward, nearest first, and downward; never `start` itself. */
function reachedFrom(start: number, parents: readonly (number | null)[]): { above: number[]; below: number[] } {
  const above: number[] = [];
  for (let next = parents[start]; next != null && next !== start && !above.includes(next); next = parents[next]) {
    above.push(next);
  }
  // A set also yields what is added to it while it is read.
  const reached = new Set([start]);
  for (const parent of reached) {
    for (const [index, of] of parents.entries()) if (of === parent) reached.add(index);
  }
  return { above, below: [...reached].slice(1) };
}
