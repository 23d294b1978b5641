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

test('a script without spaces is compared by words too', () => {
  expect(marked('今日は雨です', '今日は晴れです')).toMatch(/^今日は.*です$/);
});

test('two long texts that have nothing in common are told as a whole', () => {
  const words = (word: string) => Array.from({ length: 3_000 }, (_, index) => `${word}${index}`).join(' ');
  const [before, after] = [words('a'), words('b')];
  expect(wordDifference(before, after)).toEqual([
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ]);
});
