import { expect, test } from 'vitest';
import { instantOf, isSameWhen, justNow, whenOf } from './when.ts';

const now = new Date(2026, 10, 20, 9, 30, 15);

test('the answer "just now" is the moment of saving', () => {
  expect(instantOf(justNow, now)).toEqual(now);
});

const earlier = { moment: 'today', date: '', time: '' } as const;

test('the answer "earlier today" is noon once noon is past', () => {
  const noon = new Date(2026, 10, 20, 12);
  expect(instantOf(earlier, new Date(2026, 10, 20, 18, 30))).toEqual(noon);
  expect(instantOf(earlier, noon)).toEqual(noon);
});

test('the answer "earlier today" in the morning is shortly before now, and never yesterday', () => {
  expect(instantOf(earlier, new Date(2026, 10, 20, 7, 40))).toEqual(new Date(2026, 10, 20, 7, 25));
  expect(instantOf(earlier, new Date(2026, 10, 20, 0, 5))).toEqual(new Date(2026, 10, 20));
});

test('the answer "yesterday" is noon of the day before', () => {
  expect(instantOf({ moment: 'yesterday', date: '', time: '' }, now)).toEqual(new Date(2026, 10, 19, 12));
});

test('the answer "yesterday" on the first of January is in the year before', () => {
  expect(instantOf({ moment: 'yesterday', date: '', time: '' }, new Date(2026, 0, 1))).toEqual(
    new Date(2025, 11, 31, 12),
  );
});

test('the answers "earlier today" and "yesterday" keep their day after midnight', () => {
  const chosen = { date: '', time: '', chosen: '2026-11-19' };
  expect(instantOf({ ...chosen, moment: 'today' }, now)).toEqual(new Date(2026, 10, 19, 12));
  expect(instantOf({ ...chosen, moment: 'yesterday' }, now)).toEqual(new Date(2026, 10, 18, 12));
  expect(instantOf({ ...chosen, moment: 'yesterday', chosen: '2026-11-20' }, now)).toEqual(new Date(2026, 10, 19, 12));
});

test('a custom date without a time is at noon, and without a date it is now', () => {
  expect(instantOf({ moment: 'custom', date: '2026-02-03', time: '' }, now)).toEqual(new Date(2026, 1, 3, 12));
  expect(instantOf({ moment: 'custom', date: '2026-02-03', time: '08:05' }, now)).toEqual(new Date(2026, 1, 3, 8, 5));
  expect(instantOf({ moment: 'custom', date: '', time: '08:05' }, now)).toEqual(now);
});

test('an instant is described as today, yesterday or custom', () => {
  expect(whenOf(new Date(2026, 10, 20, 7, 5), now)).toEqual({ moment: 'today', date: '2026-11-20', time: '07:05' });
  expect(whenOf(new Date(2026, 10, 19, 23, 59), now).moment).toBe('yesterday');
  expect(whenOf(new Date(2026, 10, 18), now)).toEqual({ moment: 'custom', date: '2026-11-18', time: '00:00' });
});

test('a time that the form shows as today or yesterday is kept until the person chooses another', () => {
  for (const instant of [new Date(2026, 10, 20, 7, 5), new Date(2026, 10, 19, 23, 59)]) {
    const when = whenOf(instant, now);
    expect(instantOf(when, now)).toEqual(instant);
    expect(instantOf({ ...when, chosen: '2026-11-20' }, now)).not.toEqual(instant);
  }
});

test('a day that was chosen as today or yesterday differs the next day from a time that is shown as that day then', () => {
  const chosen = { ...whenOf(new Date(2026, 10, 19, 7, 5), new Date(2026, 10, 19, 9)), chosen: '2026-11-19' };
  const shown = whenOf(new Date(2026, 10, 19, 7, 5), now);
  expect(isSameWhen(shown, { ...chosen, moment: 'yesterday' })).toBe(false);
  expect(isSameWhen(shown, { ...chosen, moment: 'yesterday', chosen: '2026-11-20' })).toBe(true);
  const today = whenOf(new Date(2026, 10, 20, 7, 5), now);
  expect(isSameWhen(today, { ...today, chosen: '2026-11-20' })).toBe(true);
  expect(isSameWhen(today, { ...today, chosen: '2026-11-21' })).toBe(false);
});
