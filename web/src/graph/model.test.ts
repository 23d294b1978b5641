import { expect, test } from 'vitest';
import { descendsFrom, parentOf } from './model.ts';
import { graphOf } from './test-graphs.ts';

test('an anecdote descends from itself and its ancestors, and from no other', () => {
  const graph = graphOf(['a b', 'b c', 'a d']);
  expect(['a', 'b', 'c'].map((ancestor) => descendsFrom(graph, 'c', ancestor))).toEqual([true, true, true]);
  expect([descendsFrom(graph, 'c', 'd'), descendsFrom(graph, 'a', 'c')]).toEqual([false, false]);
  expect([parentOf(graph, 'c'), parentOf(graph, 'a')]).toEqual(['b', undefined]);
});

test('the search for an ancestor ends in a circle of links', () => {
  const graph = graphOf(['a b', 'b c', 'x']);
  graph.addEdge('c', 'a', { weight: 20, size: 1 });
  expect([descendsFrom(graph, 'a', 'b'), descendsFrom(graph, 'a', 'x')]).toEqual([true, false]);
});
