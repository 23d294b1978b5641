import { expect, test } from 'vitest';
import { anecdoteStrings } from './strings.ts';

test('a text from right to left keeps its order where a sentence quotes it', () => {
  const { help } = anecdoteStrings.connect;
  expect(help('كان المطر…')).toBe('Choose the anecdote that “\u2068كان المطر…\u2069” continues.');
  expect(help('The rain…')).toBe('Choose the anecdote that “The rain…” continues.');
});
