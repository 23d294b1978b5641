import { expect, test } from 'vitest';
import { sharedText, withShared } from './shared-text.ts';

test('what an app shares becomes one text, in which nothing is repeated', () => {
  const [title, url] = ['A walk', 'https://example.org/walk'];
  expect(sharedText({ title, text: ' Ten miles. ', url })).toBe(`A walk\nTen miles.\n${url}`);
  expect(sharedText({ title, text: `A walk ${url}`, url })).toBe(`A walk ${url}`);
  expect(sharedText({ title, text: title })).toBe(title);
  expect(sharedText({})).toBe('');
});

test('a shared text is added to what is typed already, and only once', () => {
  expect(withShared('', 'Shared')).toBe('Shared');
  expect(withShared('Typed\n', 'Shared')).toBe('Typed\n\nShared');
  expect(withShared('Typed\n\nShared', 'Shared')).toBe('Typed\n\nShared');
});
