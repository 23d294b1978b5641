import { expect, test } from 'vitest';
import { joinSentences } from './join-sentences.ts';

test.each([
  [['This anecdote', 'Rain.', '3 May', ''], 'This anecdote. Rain. 3 May'],
  [['Why now?', 'He said “no.”', 'And so on…', 'yes'], 'Why now? He said “no.” And so on… yes'],
  [
    ['Login failed. Please check your credentials.', 'No network.'],
    'Login failed. Please check your credentials. No network.',
  ],
])('%j are joined with a full stop only where a part has no final punctuation', (parts, text) => {
  expect(joinSentences(...parts)).toBe(text);
});
