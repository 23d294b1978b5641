import { expect, test } from 'vitest';
import { zonedTime } from './zoned-time.ts';

const evening = new Date('2026-11-20T22:30:00.000Z');

test('a time is told as clocks showed it where it was written', () => {
  const { time, zone, here } = zonedTime(evening, 'Europe/Zurich', 'Europe/Zurich');
  expect(time).toMatch(/23:30|11:30/);
  expect(zone).toBe('Europe/Zurich');
  expect(here).toBeUndefined();
});

test('a zone whose clocks agree with those of the reader at that moment needs no second time', () => {
  expect(zonedTime(evening, 'Europe/Berlin', 'Europe/Zurich').here).toBeUndefined();
});

test('a reader in another zone is told their own time too, with the day where that is another', () => {
  const { day, here } = zonedTime(evening, 'Europe/Zurich', 'Asia/Tokyo');
  expect(day).toContain('20');
  expect(here).toMatch(/21.*(?:07:30|7:30)/);
  expect(zonedTime(evening, 'Europe/Zurich', 'Europe/London').here).toMatch(/^(?:22:30|10:30.PM)$/);
});

test('the name of a zone is told without underscores', () => {
  expect(zonedTime(evening, 'America/New_York', 'UTC').zone).toBe('America/New York');
});

test('a zone that the browser does not know counts as that of the reader', () => {
  const { zone, here } = zonedTime(evening, 'Mars/Olympus_Mons', 'Europe/Zurich');
  expect(zone).toBe('Europe/Zurich');
  expect(here).toBeUndefined();
});
