import { expect, test } from 'vitest';
import { anecdote } from '../../../../tests/support/anecdote-view.ts';
import { isCorrected, quoteMistyped } from './forgiven.ts';

const hinge = anecdote('a', { description: 'The Hinge broke.', tags: ['home'] });
const found = [{ field: 'description' as const, start: 4, end: 9 }];

test('isCorrected is true when the highlighted words are not the typed ones', () => {
  expect(isCorrected('hinga', 'hinge', hinge, found)).toBe(true);
  expect(isCorrected('the hinga', 'the hinge', hinge, [{ field: 'description', start: 0, end: 3 }, ...found])).toBe(
    true,
  );
});

test('isCorrected is false when a typed word was found, and without a suggestion or a result', () => {
  expect(isCorrected('hing', 'hinge', hinge, found)).toBe(false);
  expect(isCorrected('HOME', 'dome', hinge, [{ field: 'tags', index: 0, start: 0, end: 4 }])).toBe(false);
  expect(isCorrected('hinge', undefined, hinge, found)).toBe(false);
  expect(isCorrected('hinge', 'binge', undefined, [])).toBe(false);
});

test('quoteMistyped quotes only the words that the suggestion replaced', () => {
  expect(quoteMistyped('heroms', 'herons')).toBe('"heroms"');
  expect(quoteMistyped('Heroms tag:birds -rain "by the"', 'herons tag:birds -rain "by the"')).toBe(
    '"Heroms" tag:birds -rain "by the"',
  );
});
