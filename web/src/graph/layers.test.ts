import { describe, expect, test } from 'vitest';
import { layersOf, nextInLayers, type Step } from './layers.ts';
import { addLink } from './model.ts';
import { graphOf } from './test-graphs.ts';

const family = graphOf(['grandparent parent', 'parent here', 'here left', 'here right', 'right below']);
const layers = layersOf(family, 'here');

describe('the layered layout', () => {
  test('places generations in columns, the oldest at the left', () => {
    expect([...layers.cells].map(([node, { column }]) => [node, column])).toEqual([
      ['grandparent', 0],
      ['parent', 1],
      ['here', 2],
      ['left', 3],
      ['right', 3],
      ['below', 4],
    ]);
    expect([layers.columns, layers.rows]).toEqual([5, 2]);
  });

  test('centres an anecdote on its children, and places its ancestors in the same row', () => {
    const row = (node: string) => layers.cells.get(node)?.row;
    expect([row('here'), row('grandparent')]).toEqual([0.5, 0.5]);
    expect(row('below')).toBe(row('right'));
  });

  test('gives each anecdote a cell of its own', () => {
    const links = Array.from({ length: 200 }, (_, index) => `n${Math.floor((index * 7) / 10)} n${index + 1}`);
    const cells = [...layersOf(graphOf(links), 'n3').cells.values()].map(({ column, row }) => `${column} ${row}`);
    expect(new Set(cells).size).toBe(cells.length);
  });

  test('places each anecdote of a circle of links once', () => {
    const circle = graphOf(['a b', 'b c']);
    circle.addEdge('c', 'a', { weight: 20, size: 1 });
    expect([...layersOf(circle, 'b').cells.keys()].sort()).toEqual(['a', 'b', 'c']);
  });

  test('gives an anecdote that the root does not reach a row of its own', () => {
    const { cells, rows } = layersOf(graphOf(['a b', 'elsewhere']), 'a');
    expect([cells.get('a')?.row, cells.get('elsewhere')?.row, rows]).toEqual([0, 1, 2]);
  });

  test('handles chains of 10,000 anecdotes, however deep or broad', () => {
    const deep = Array.from({ length: 10_000 }, (_, index) => `n${index} n${index + 1}`);
    const broad = Array.from({ length: 10_000 }, (_, index) => `root n${index}`);
    expect(layersOf(graphOf(deep), 'n5000')).toMatchObject({ columns: 10_001, rows: 1 });
    expect(layersOf(graphOf(broad), 'root')).toMatchObject({ columns: 2, rows: 10_000 });
  });
});

describe('the arrow keys in the layered layout', () => {
  const step = (from: string, key: Step) => nextInLayers(family, layers, from, key);

  test('follow the links to the left and right', () => {
    expect([step('here', 'ArrowLeft'), step('here', 'ArrowRight')]).toEqual(['parent', 'left']);
    expect([step('below', 'ArrowLeft'), step('grandparent', 'ArrowLeft')]).toEqual(['right', undefined]);
  });

  test('stay in the column and stop at its ends when going up and down', () => {
    expect([step('left', 'ArrowDown'), step('right', 'ArrowUp')]).toEqual(['right', 'left']);
    expect([step('right', 'ArrowDown'), step('left', 'ArrowUp')]).toEqual([undefined, undefined]);
  });
});

test('a link is added once, and never to the node itself or to a missing node', () => {
  const graph = graphOf(['a b']);
  for (const [from, to] of [
    ['a', 'b'],
    ['a', 'a'],
    ['a', 'nobody'],
  ] as const) {
    addLink(graph, from, to, { weight: 20, size: 1 });
  }
  expect(graph.size).toBe(1);
});
