import { limits } from '@anecdotes/contracts';
import { expect, test } from 'vitest';
import { emptyDraft } from './draft.ts';
import { canBeSplit, linesOf, toNewAnecdotes } from './lines.ts';

test('lines are trimmed, and blank ones are dropped', () => {
  expect(linesOf(' Tea \r\n\n\t\n\u200b\nRain, then tea\n')).toEqual(['Tea', 'Rain, then tea']);
});

test('a text of several lines can be split, up to the limit of one batch', () => {
  expect(canBeSplit('Tea\n\n')).toBe(false);
  expect(canBeSplit('Tea\nRain')).toBe(true);
  expect(canBeSplit('Tea\n'.repeat(limits.batch))).toBe(true);
  expect(canBeSplit('Tea\n'.repeat(limits.batch + 1))).toBe(false);
});

test('each line becomes an anecdote with the tags of the draft, the last line the newest', () => {
  const now = new Date('2026-11-20T12:00:00.002Z');
  const made = toNewAnecdotes({ ...emptyDraft, description: 'One\nTwo\nThree', tags: 'list' }, now);
  expect(made.map(({ description, tags, timestamp }) => [description, tags, timestamp])).toEqual([
    ['One', ['list'], '2026-11-20T12:00:00.000Z'],
    ['Two', ['list'], '2026-11-20T12:00:00.001Z'],
    ['Three', ['list'], '2026-11-20T12:00:00.002Z'],
  ]);
});
