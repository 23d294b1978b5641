import { describe, expect, test } from 'vitest';
import { anecdote } from '../../../tests/support/anecdote-view.ts';
import { stepsFrom } from './chain-steps.ts';

/** A chain of two, the second of which has three children; one of these has a child. */
const known = [
  anecdote('root'),
  anecdote('trunk', { connected_to: 'root' }),
  ...['c', 'a', 'b'].map((id) =>
    anecdote(id, { connected_to: 'trunk', timestamp: `2026-03-0${'abc'.indexOf(id) + 2}T12:00:00Z` }),
  ),
  anecdote('b end', { connected_to: 'b' }),
];

describe('the steps along a chain', () => {
  test('lead to the parent and to the children, the oldest child next', () => {
    const steps = stepsFrom('trunk', known);
    expect(steps.previous?.id).toBe('root');
    expect(steps.following.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(steps.next?.id).toBe('a');
    expect(steps.branch).toBeUndefined();
  });

  test('lead from each branch to the next, and from the last to the first', () => {
    expect(stepsFrom('a', known).branch).toMatchObject({ at: 1, of: 3, next: { id: 'b' } });
    expect(stepsFrom('c', known).branch).toMatchObject({ at: 3, of: 3, next: { id: 'a' } });
  });

  test('end where the chain ends, and where the parent is not known', () => {
    expect(stepsFrom('root', known).previous).toBeUndefined();
    expect(stepsFrom('b end', known)).toMatchObject({ previous: { id: 'b' }, following: [], next: undefined });
    expect(stepsFrom('lost', [anecdote('lost', { connected_to: 'deleted' })])).toEqual({
      previous: undefined,
      following: [],
      next: undefined,
      branch: undefined,
    });
  });
});
