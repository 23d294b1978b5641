import { expect, test } from 'vitest';
import { setPositions } from './model.ts';
import { NodeFinder } from './node-finder.ts';
import { graphOf } from './test-graphs.ts';

const graph = graphOf(['a', 'b', 'c']);
setPositions(
  graph,
  new Map([
    ['a', { x: 0, y: 0 }],
    ['b', { x: 5, y: 0 }],
    ['c', { x: -90, y: 40 }],
  ]),
);
const finder = new NodeFinder(graph);
const all = () => true;

test('the node at a point is the nearest one whose circle contains it', () => {
  expect(finder.at({ x: 0.9, y: 0 }, 0, all)).toBe('a');
  expect(finder.at({ x: 1.2, y: 0 }, 0, all)).toBeUndefined();
  expect(finder.at({ x: 2.6, y: 0 }, 2, all)).toBe('b');
  expect(finder.at({ x: -90.5, y: 40.5 }, 0, all)).toBe('c');
});

test('a hidden node is not found', () => {
  expect(finder.at({ x: 0, y: 0 }, 0, (node) => node !== 'a')).toBeUndefined();
});

test('the nodes in a box are those whose centres are in it', () => {
  expect(finder.within({ x: [-1, 6], y: [-1, 1] }).sort()).toEqual(['a', 'b']);
  expect(finder.within({ x: [-1e9, 1e9], y: [1, 1e9] })).toEqual(['c']);
  expect(finder.within({ x: [7, 8], y: [0, 1] })).toEqual([]);
});
