import { expect, test } from 'vitest';
import { anecdote } from '../../../tests/support/anecdote-view.ts';
import { chainsAmong } from './chain-summary.ts';
import { chainsOf } from './chains-of.ts';

const at = (id: string, parent: string | null, minute = 0) =>
  anecdote(id, { connected_to: parent, timestamp: `2026-11-20T12:${String(minute).padStart(2, '0')}:00.000Z` });

test('the chains of pages are mapped by anecdote id, without the anecdotes that have no chain', () => {
  const chain = { before: 1, after: 0, branches: 0, shape: '0' };
  const page = { data: [at('a', null), at('b', 'x')], chains: [null, chain] };
  expect([...chainsOf([page, undefined])]).toEqual([['b', chain]]);
});

test('the shape of a chain is computed from its anecdotes, oldest child first', () => {
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

test('a missing parent counts as deleted in a complete chain, and as not loaded in an incomplete one', () => {
  const known = [at('here', 'missing')];
  expect(chainsAmong(known, true).get('here')).toMatchObject({ before: 1, gone: true });
  expect(chainsAmong(known, false).get('here')).toMatchObject({ before: 0, cut: true });
});

test('a circle of links and a chain of thousands are cut at the limits', () => {
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
