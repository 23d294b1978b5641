import { expect, test } from 'vitest';
import { anecdote } from '../../../../tests/support/anecdote-view.ts';
import { exactly, isForgiven } from './forgiven.ts';

const hinge = anecdote('a', { description: 'The Hinge broke.', tags: ['home'] });
const found = [{ field: 'description' as const, start: 4, end: 9 }];

test('isForgiven is true when the highlighted words are not the typed ones', () => {
  expect(isForgiven('hinga', 'hinge', hinge, found)).toBe(true);
  expect(isForgiven('the hinga', 'the hinge', hinge, [{ field: 'description', start: 0, end: 3 }, ...found])).toBe(
    true,
  );
});

test('isForgiven is false when a typed word was found, and without a suggestion or a result', () => {
  expect(isForgiven('hing', 'hinge', hinge, found)).toBe(false);
  expect(isForgiven('HOME', 'dome', hinge, [{ field: 'tags', index: 0, start: 0, end: 4 }])).toBe(false);
  expect(isForgiven('hinge', undefined, hinge, found)).toBe(false);
  expect(isForgiven('hinge', 'binge', undefined, [])).toBe(false);
});

test('exactly quotes only the words that the suggestion replaced', () => {
  expect(exactly('heroms', 'herons')).toBe('"heroms"');
  expect(exactly('Heroms tag:birds -rain "by the"', 'herons tag:birds -rain "by the"')).toBe(
    '"Heroms" tag:birds -rain "by the"',
  );
});
