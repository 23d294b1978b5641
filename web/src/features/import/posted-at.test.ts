import { expect, test } from 'vitest';
import { postedAt } from './posted-at.ts';

const now = new Date(2026, 10, 20, 9, 30);

test('the instant of a post without a date is undefined', () => {
  expect(postedAt('', '08:00', now)).toBeUndefined();
});

test('a post with a date is at noon unless its time is given', () => {
  expect(postedAt('2024-05-06', '', now)).toBe(new Date(2024, 4, 6, 12).toISOString());
  expect(postedAt('2024-05-06', '07:15', now)).toBe(new Date(2024, 4, 6, 7, 15).toISOString());
});

test('a post of today is not in the future', () => {
  expect(postedAt('2026-11-20', '', now)).toBe(now.toISOString());
  expect(postedAt('2026-11-20', '08:00', now)).toBe(new Date(2026, 10, 20, 8).toISOString());
});
