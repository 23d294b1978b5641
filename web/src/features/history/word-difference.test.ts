import { expect, test } from 'vitest';
import { wordDifference } from './word-difference.ts';

const marked = (before: string, after: string) =>
  wordDifference(before, after)
    .map(({ kind, text }) => ({ same: text, added: `[+${text}]`, removed: `[-${text}]` })[kind])
    .join('');

test('texts are compared by words, not by letters', () => {
  expect(marked('An old man waited.', 'An old woman waited there.')).toBe('An old [-man][+woman] waited[+ there].');
  expect(marked('Same', 'Same')).toBe('Same');
  expect(marked('', 'New text')).toBe('[+New text]');
});

test('texts in a script without spaces are compared by words too', () => {
  expect(marked('今日は雨です', '今日は晴れです')).toMatch(/^今日は.*です$/);
});

test('two long texts with nothing in common are returned whole, as removed and added', () => {
  const words = (word: string) => Array.from({ length: 3_000 }, (_, index) => `${word}${index}`).join(' ');
  const [before, after] = [words('a'), words('b')];
  expect(wordDifference(before, after)).toEqual([
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ]);
});
