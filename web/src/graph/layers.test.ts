import { describe, expect, test } from 'vitest';
import { layersOf, type Step, walkLayers } from './layers.ts';
import { addLink } from './model.ts';
import { graphOf } from './test-graphs.ts';

const family = graphOf(['grandparent parent', 'parent here', 'here left', 'here right', 'right below']);
const layers = layersOf(family, 'here');

describe('layers', () => {
  test('generations stand in columns, the oldest at the left', () => {
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

  test('an anecdote stands in the middle of what continues it, and its parents beside it', () => {
    const row = (node: string) => layers.cells.get(node)?.row;
    expect([row('here'), row('grandparent')]).toEqual([0.5, 0.5]);
    expect(row('below')).toBe(row('right'));
  });

  test('no two anecdotes share a cell', () => {
    const links = Array.from({ length: 200 }, (_, index) => `n${Math.floor((index * 7) / 10)} n${index + 1}`);
    const cells = [...layersOf(graphOf(links), 'n3').cells.values()].map(({ column, row }) => `${column} ${row}`);
    expect(new Set(cells).size).toBe(cells.length);
  });

  test('a circle of links ends where it comes back', () => {
    const circle = graphOf(['a b', 'b c']);
    circle.addEdge('c', 'a', { weight: 20, size: 1 });
    expect([...layersOf(circle, 'b').cells.keys()].sort()).toEqual(['a', 'b', 'c']);
  });

  test('an anecdote that is not reached from the root still has a place of its own', () => {
    const { cells, rows } = layersOf(graphOf(['a b', 'elsewhere']), 'a');
    expect([cells.get('a')?.row, cells.get('elsewhere')?.row, rows]).toEqual([0, 1, 2]);
  });

  test('a chain of 10,000 has its layers, however deep or broad', () => {
    const deep = Array.from({ length: 10_000 }, (_, index) => `n${index} n${index + 1}`);
    const broad = Array.from({ length: 10_000 }, (_, index) => `root n${index}`);
    expect(layersOf(graphOf(deep), 'n5000')).toMatchObject({ columns: 10_001, rows: 1 });
    expect(layersOf(graphOf(broad), 'root')).toMatchObject({ columns: 2, rows: 10_000 });
  });
});

describe('walking', () => {
  const step = (from: string, key: Step) => walkLayers(family, layers, from, key);

  test('left and right follow the links', () => {
    expect([step('here', 'ArrowLeft'), step('here', 'ArrowRight')]).toEqual(['parent', 'left']);
    expect([step('below', 'ArrowLeft'), step('grandparent', 'ArrowLeft')]).toEqual(['right', undefined]);
  });

  test('up and down stay in the column and end at its ends', () => {
    expect([step('left', 'ArrowDown'), step('right', 'ArrowUp')]).toEqual(['right', 'left']);
    expect([step('right', 'ArrowDown'), step('left', 'ArrowUp')]).toEqual([undefined, undefined]);
  });
});

test('a link is added once, and never to itself or to what is not there', () => {
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
