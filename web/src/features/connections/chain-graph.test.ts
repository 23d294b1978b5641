import { describe, expect, test } from 'vitest';
import { anecdote } from '../../../../tests/support/anecdote-view.ts';
import { chainGraph } from './chain-graph.ts';

describe('the graph of a chain', () => {
  const graph = chainGraph({
    current: anecdote('here', { connected_to: 'parent' }),
    parents: [anecdote('parent', { connected_to: 'deleted' })],
    children: [anecdote('left', { connected_to: 'here' }), anecdote('below', { connected_to: 'left' })],
  });

  test('contains every anecdote and every link, but no link to a deleted anecdote', () => {
    expect(graph.nodes()).toEqual(['here', 'parent', 'left', 'below']);
    expect(graph.mapEdges((_edge, _data, parent, child) => `${parent} ${child}`).sort()).toEqual([
      'here left',
      'left below',
      'parent here',
    ]);
  });
});
