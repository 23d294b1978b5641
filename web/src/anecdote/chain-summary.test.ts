import { expect, test } from 'vitest';
import { anecdote } from '../../../tests/support/anecdote-view.ts';
import { chainsAmong, chainsOf } from './chain-summary.ts';

const at = (id: string, parent: string | null, minute = 0) =>
  anecdote(id, { connected_to: parent, timestamp: `2026-11-20T12:${String(minute).padStart(2, '0')}:00.000Z` });

test('the chains of pages stand with their anecdotes, without those that have none', () => {
  const chain = { before: 1, after: 0, branches: 0, shape: '0' };
  const page = { data: [at('a', null), at('b', 'x')], chains: [null, chain] };
  expect([...chainsOf([page, undefined])]).toEqual([['b', chain]]);
});

test('the shape of a chain follows from its anecdotes, oldest child first', () => {
  const chains = chainsAmong(
    [
      at('late', 'here', 9),
      at('early', 'here', 3),
      at('leaf', 'early', 5),
      at('here', 'top'),
      at('top', null),
      at('z', null),
    ],
    true,
  );
  expect(chains.get('here')).toEqual({ before: 1, after: 3, branches: 1, shape: '2100' });
  expect(chains.get('leaf')).toEqual({ before: 3, after: 0, branches: 0, shape: '0' });
  expect(chains.has('z')).toBe(false);
});

test('a parent that is not there was deleted in a complete chain, and is left out in another', () => {
  const known = [at('here', 'missing')];
  expect(chainsAmong(known, true).get('here')).toMatchObject({ before: 1, gone: true });
  expect(chainsAmong(known, false).get('here')).toMatchObject({ before: 0, cut: true });
});

test('a circle of links, and a chain of thousands, have an end', () => {
  expect(chainsAmong([at('a', 'b'), at('b', 'a')], true).get('a')).toMatchObject({ before: 20, cut: true });
  const long = Array.from({ length: 2_000 }, (_, index) => at(`n${index}`, index === 0 ? null : `n${index - 1}`));
  expect(chainsAmong(long, true).get('n1000')).toEqual({
    before: 20,
    after: 20,
    branches: 0,
    shape: '111111111111',
    cut: true,
  });
});
