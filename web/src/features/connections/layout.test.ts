import { describe, expect, test } from 'vitest';
import { anecdote } from '../../../../tests/support/anecdote-view.ts';
import { type Dot, type Layout, layOut, walk } from './layout.ts';

/** grandparent ← parent ← here ← left, right ← below */
const family = {
  current: anecdote('here', { connected_to: 'parent' }),
  parents: [anecdote('parent', { connected_to: 'grandparent' }), anecdote('grandparent')],
  children: [
    anecdote('left', { connected_to: 'here' }),
    anecdote('right', { connected_to: 'here' }),
    anecdote('below', { connected_to: 'right' }),
  ],
};

function dotOf(layout: Layout, id: string): Dot {
  const dot = layout.dots.find(({ anecdote }) => anecdote.id === id);
  if (!dot) throw new Error(`${id} is not drawn`);
  return dot;
}

describe('layers', () => {
  test('generations stand in columns, the oldest at the left', () => {
    const layout = layOut(family);
    expect(layout.dots.map(({ anecdote, column }) => [anecdote.id, column])).toEqual([
      ['grandparent', 0],
      ['parent', 1],
      ['here', 2],
      ['left', 3],
      ['right', 3],
      ['below', 4],
    ]);
    expect(layout.columns).toBe(5);
    expect(layout.rows).toBe(2);
  });

  test('an anecdote stands in the middle of what continues it, and its parents beside it', () => {
    const layout = layOut(family);
    expect(dotOf(layout, 'here').row).toBe(0.5);
    expect(dotOf(layout, 'grandparent').row).toBe(0.5);
    expect(dotOf(layout, 'below').row).toBe(dotOf(layout, 'right').row);
  });

  test('every link is a line', () => {
    const lines = layOut(family).lines.map(({ from, to }) => `${from.anecdote.id} ${to.anecdote.id}`);
    expect(lines.sort()).toEqual(['grandparent parent', 'here left', 'here right', 'parent here', 'right below']);
  });

  test('a chain of thousands draws its nearest and tells how many it left out', () => {
    const children = Array.from({ length: 5000 }, (_, index) => anecdote(`child ${index}`, { connected_to: 'here' }));
    const parents = Array.from({ length: 40 }, (_, index) =>
      anecdote(`parent ${index}`, { connected_to: `parent ${index + 1}` }),
    );
    const layout = layOut({ current: anecdote('here', { connected_to: 'parent 0' }), parents, children });
    expect(layout.dots).toHaveLength(73);
    expect(layout.hidden).toBe(4968);
    expect(dotOf(layout, 'parent 0').column).toBe(dotOf(layout, 'here').column - 1);
  });
});

describe('walking', () => {
  const layout = layOut(family);
  const step = (from: string, key: Parameters<typeof walk>[2]) => walk(layout, dotOf(layout, from), key)?.anecdote.id;

  test('left and right follow the links, and Home returns', () => {
    expect(step('here', 'ArrowLeft')).toBe('parent');
    expect(step('here', 'ArrowRight')).toBe('left');
    expect(step('below', 'ArrowLeft')).toBe('right');
    expect(step('below', 'Home')).toBe('here');
  });

  test('up and down stay in the column and end at its ends', () => {
    expect(step('left', 'ArrowDown')).toBe('right');
    expect(step('right', 'ArrowUp')).toBe('left');
    expect(step('right', 'ArrowDown')).toBeUndefined();
    expect(step('grandparent', 'ArrowLeft')).toBeUndefined();
  });
});
