import { describe, expect, test } from 'vitest';
import { changesOf, linkNear, refusalOf } from './drop-target.ts';
import { setPositions } from './model.ts';
import { graphOf } from './test-graphs.ts';

/** A chain of three, another child of its second node, and a node without links. */
const graph = graphOf(['root trunk', 'trunk end', 'trunk branch', 'alone']);
setPositions(
  graph,
  new Map([
    ['root', { x: 0, y: 0 }],
    ['trunk', { x: 100, y: 0 }],
    ['end', { x: 200, y: 40 }],
    ['branch', { x: 200, y: -40 }],
    ['alone', { x: 0, y: 100 }],
  ]),
);

describe('dropping a node onto another', () => {
  test('makes that one its parent', () => {
    expect(refusalOf(graph, 'alone', { parent: 'end' })).toBeUndefined();
    expect(changesOf('alone', { parent: 'end' })).toEqual([{ id: 'alone', parent: 'end' }]);
  });

  test('is refused if it would create a loop, or if that one already is its parent', () => {
    expect(refusalOf(graph, 'root', { parent: 'branch' })).toBe('loop');
    expect(refusalOf(graph, 'root', { parent: 'root' })).toBe('loop');
    expect(refusalOf(graph, 'end', { parent: 'trunk' })).toBe('same');
  });

  test('is refused if one of the two is no longer in the graph', () => {
    expect(refusalOf(graph, 'removed', { parent: 'end' })).toBe('gone');
    expect(refusalOf(graph, 'alone', { parent: 'removed' })).toBe('gone');
  });
});

describe('dropping a node onto a link', () => {
  const between = { parent: 'trunk', child: 'end' };

  test('makes the first end its parent and the second end its child', () => {
    expect(refusalOf(graph, 'alone', between)).toBeUndefined();
    expect(changesOf('alone', between)).toEqual([
      { id: 'alone', parent: 'trunk' },
      { id: 'end', parent: 'alone' },
    ]);
  });

  test('is refused for an ancestor of the first end, and for the second end itself', () => {
    expect(refusalOf(graph, 'root', between)).toBe('loop');
    expect(refusalOf(graph, 'end', between)).toBe('same');
  });

  test('is possible for a child of the second end', () => {
    expect(refusalOf(graph, 'end', { parent: 'root', child: 'trunk' })).toBeUndefined();
  });
});

describe('the link near a point', () => {
  const anyNode = () => true;

  test('is the nearest link within reach', () => {
    expect(linkNear(graph, { x: 50, y: 6 }, 10, anyNode)).toEqual({ parent: 'root', child: 'trunk' });
    expect(linkNear(graph, { x: 150, y: -18 }, 10, anyNode)).toEqual({ parent: 'trunk', child: 'branch' });
    expect(linkNear(graph, { x: 50, y: 30 }, 10, anyNode)).toBeUndefined();
    expect(linkNear(graph, { x: -20, y: 0 }, 10, anyNode)).toBeUndefined();
  });

  test('is never a link with an excluded end', () => {
    expect(linkNear(graph, { x: 50, y: 6 }, 10, (node) => node !== 'trunk')).toBeUndefined();
  });
});
