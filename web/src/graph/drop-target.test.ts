import { describe, expect, test } from 'vitest';
import { changesOf, linkNear, refusalOf } from './drop-target.ts';
import { place } from './model.ts';
import { graphOf } from './test-graphs.ts';

/** A trunk of three, a branch of its second, and one that is alone. */
const graph = graphOf(['root trunk', 'trunk end', 'trunk branch', 'alone']);
place(
  graph,
  new Map([
    ['root', { x: 0, y: 0 }],
    ['trunk', { x: 100, y: 0 }],
    ['end', { x: 200, y: 40 }],
    ['branch', { x: 200, y: -40 }],
    ['alone', { x: 0, y: 100 }],
  ]),
);

describe('letting a node go onto another', () => {
  test('lets it continue that one', () => {
    expect(refusalOf(graph, 'alone', { parent: 'end' })).toBeUndefined();
    expect(changesOf('alone', { parent: 'end' })).toEqual([{ id: 'alone', parent: 'end' }]);
  });

  test('is refused where that would make a loop, and where it continues that one already', () => {
    expect(refusalOf(graph, 'root', { parent: 'branch' })).toBe('loop');
    expect(refusalOf(graph, 'root', { parent: 'root' })).toBe('loop');
    expect(refusalOf(graph, 'end', { parent: 'trunk' })).toBe('same');
  });
});

describe('letting a node go between two', () => {
  const between = { parent: 'trunk', child: 'end' };

  test('lets it continue the first, and the second continue it', () => {
    expect(refusalOf(graph, 'alone', between)).toBeUndefined();
    expect(changesOf('alone', between)).toEqual([
      { id: 'alone', parent: 'trunk' },
      { id: 'end', parent: 'alone' },
    ]);
  });

  test('is refused for what the first continues, and where it is one of the two', () => {
    expect(refusalOf(graph, 'root', between)).toBe('loop');
    expect(refusalOf(graph, 'end', between)).toBe('same');
  });

  test('is possible for what continues the second', () => {
    expect(refusalOf(graph, 'end', { parent: 'root', child: 'trunk' })).toBeUndefined();
  });
});

describe('the link near a point', () => {
  const anyNode = () => true;

  test('is the nearest of those within reach', () => {
    expect(linkNear(graph, { x: 50, y: 6 }, 10, anyNode)).toEqual({ parent: 'root', child: 'trunk' });
    expect(linkNear(graph, { x: 150, y: -18 }, 10, anyNode)).toEqual({ parent: 'trunk', child: 'branch' });
    expect(linkNear(graph, { x: 50, y: 30 }, 10, anyNode)).toBeUndefined();
    expect(linkNear(graph, { x: -20, y: 0 }, 10, anyNode)).toBeUndefined();
  });

  test('is none whose end is left out', () => {
    expect(linkNear(graph, { x: 50, y: 6 }, 10, (node) => node !== 'trunk')).toBeUndefined();
  });
});
