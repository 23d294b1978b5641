import { expect, test } from 'vitest';
import { anecdote } from '../../../../tests/support/anecdote-view.ts';
import { exactly, isForgiven } from './forgiven.ts';

const hinge = anecdote('a', { description: 'The Hinge broke.', tags: ['home'] });
const found = [{ field: 'description' as const, start: 4, end: 9 }];

test('a search that found another word than the typed one has forgiven a mistake', () => {
  expect(isForgiven('hinga', 'hinge', hinge, found)).toBe(true);
  expect(isForgiven('the hinga', 'the hinge', hinge, [{ field: 'description', start: 0, end: 3 }, ...found])).toBe(
    true,
  );
});

test('a search that found what was typed has forgiven nothing, whatever else it suggests', () => {
  expect(isForgiven('hing', 'hinge', hinge, found)).toBe(false);
  expect(isForgiven('HOME', 'dome', hinge, [{ field: 'tags', index: 0, start: 0, end: 4 }])).toBe(false);
  expect(isForgiven('hinge', undefined, hinge, found)).toBe(false);
  expect(isForgiven('hinge', 'binge', undefined, [])).toBe(false);
});

test('only the words that were taken for others are quoted to find them exactly', () => {
  expect(exactly('heroms', 'herons')).toBe('"heroms"');
  expect(exactly('Heroms tag:birds -rain "by the"', 'herons tag:birds -rain "by the"')).toBe(
    '"Heroms" tag:birds -rain "by the"',
  );
});
