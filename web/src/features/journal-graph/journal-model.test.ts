import type { JournalGraph } from '@anecdotes/contracts';
import { expect, test } from 'vitest';
import { layOut, type PackedPositions } from '../../graph/layout-job.ts';
import { inOneGo } from '../../lib/in-slices.ts';
import { packJournal, skeletonOf } from './journal-model.ts';

/** Two chains, newest first: `d` and `c` continue `a`, `e` continues `b`. */
const data: JournalGraph = {
  ids: ['e', 'd', 'c', 'b', 'a'],
  parents: [3, 4, 4, -1, -2],
  labels: ['five', 'four', 'three', 'two', 'one'],
  tags: [1, 0, 0, -1, 2],
  tag_names: ['river', 'rain', 'sun'],
  times: [5, 4, 3, 2, 1],
  sizes: [10, 20, 30, 40, 100],
  chains: [0, 1, 1, 0, 1],
  unlinked: 0,
  total: 5,
  complete: true,
};

function packed(journal: JournalGraph) {
  const work = packJournal(
    journal,
    inOneGo(layOut({ kind: 'packed', skeleton: skeletonOf(journal) })) as PackedPositions,
  );
  let pauses = 0;
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return { pauses, ...step.value };
    pauses += 1;
  }
}

test('a journal becomes a graph whose children are in order, oldest first', () => {
  const { graph } = packed(data);
  expect(graph.outNeighbors('a')).toEqual(['c', 'd']);
  expect(graph.outNeighbors('b')).toEqual(['e']);
  expect(graph.inDegree('a')).toBe(0);
  expect(graph.getNodeAttributes('e')).toMatchObject({ label: 'five', tags: ['rain'], time: 5_000, weight: 10 });
});

test('each chain has its anecdotes oldest first, and its most frequent tags as a label', () => {
  const { graph, listedChains, hulls } = packed(data);
  expect(listedChains).toEqual([
    { ids: ['a', 'c', 'd'], tags: ['river'], from: 1_000, to: 4_000 },
    { ids: ['b', 'e'], tags: ['rain'], from: 2_000, to: 5_000 },
  ]);
  expect(hulls.map(({ label, from }) => [label, from])).toEqual([
    ['river', 1_000],
    ['rain', 2_000],
  ]);
  const at = (node: string) => ['x', 'y', 'time'].map((name) => graph.getNodeAttributes(node)[name as 'x']);
  expect([...(hulls[1]?.lines ?? [])]).toEqual([...at('b'), ...at('b'), ...at('e'), ...at('b')]);
});

test('a long tag is cut in the label of a chain', () => {
  const { hulls } = packed({ ...data, tag_names: ['the river behind the old mill', 'rain', 'sun'] });
  expect(hulls[0]?.label).toBe('the river behind the…');
});

test('the same journal always gives every anecdote the same position, which no other has', () => {
  const positions = () => packed(data).graph.mapNodes((node, { x, y }) => [node, x, y]);
  expect(positions()).toEqual(positions());
  expect(new Set(positions().map(([, x, y]) => `${x} ${y}`)).size).toBe(data.ids.length);
});

test('building a graph can pause after each anecdote and each link', () => {
  expect(packed(data).pauses).toBeGreaterThanOrEqual(data.ids.length + 3);
});
