import { expect, test } from 'vitest';
import { zonedTime } from './zoned-time.ts';

const evening = new Date('2026-11-20T22:30:00.000Z');

test('a time is shown in the zone in which the anecdote was written', () => {
  const { time, zone, here } = zonedTime(evening, 'Europe/Zurich', 'Europe/Zurich');
  expect(time).toMatch(/23:30|11:30/);
  expect(zone).toBe('Europe/Zurich');
  expect(here).toBeUndefined();
});

test('no second time is shown when the clocks of both zones agree at that moment', () => {
  expect(zonedTime(evening, 'Europe/Berlin', 'Europe/Zurich').here).toBeUndefined();
});

test('a reader in another zone also gets the time in that zone, with the day if it differs', () => {
  const { day, here } = zonedTime(evening, 'Europe/Zurich', 'Asia/Tokyo');
  expect(day).toContain('20');
  expect(here).toMatch(/21.*(?:07:30|7:30)/);
  expect(zonedTime(evening, 'Europe/Zurich', 'Europe/London').here).toMatch(/^(?:22:30|10:30.PM)$/);
});

test('the name of a zone is shown without underscores', () => {
  expect(zonedTime(evening, 'America/New_York', 'UTC').zone).toBe('America/New York');
});

test('a zone that the browser does not know is replaced by that of the reader', () => {
  const { zone, here } = zonedTime(evening, 'Mars/Olympus_Mons', 'Europe/Zurich');
  expect(zone).toBe('Europe/Zurich');
  expect(here).toBeUndefined();
});
