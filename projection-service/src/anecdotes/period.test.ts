import { expect, test } from 'vitest';
import { periodOf } from './period.ts';

test.each([
  ['2026-11-20', 'UTC', '2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'],
  ['2026-11-20', 'Europe/Zurich', '2026-11-19T23:00:00.000Z', '2026-11-20T23:00:00.000Z'],
  // The clocks go back in the night after this day, which has 25 hours.
  ['2026-10-25', 'Europe/Zurich', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  // The clocks skipped midnight: the day began at one o'clock.
  ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', '2018-11-05T02:00:00.000Z'],
  ['0001-01-02', 'Asia/Tokyo', '0001-01-01T14:41:01.000Z', '0001-01-02T14:41:01.000Z'],
])('the day %s in %s begins at %s', (day, zone, from, before) => {
  expect(periodOf(day, day, zone)).toEqual({ from, before });
});

test.each(['UTC', 'America/New_York', 'Europe/Zurich', 'Pacific/Pago_Pago'])(
  'in %s the first possible day includes everything before it, and the last one everything after it',
  (zone) => {
    expect(periodOf('0001-01-01', undefined, zone)).toEqual({});
    expect(periodOf(undefined, '9999-12-31', zone)).toEqual({});
  },
);

test('a period that ends at the last possible instant includes it', () => {
  expect(periodOf(undefined, '9999-12-31T23:59:59.999Z', 'UTC')).toEqual({});
});

test('a period includes the instant at which it ends, and is open without an end', () => {
  expect(periodOf(undefined, '2026-11-20T10:00:00.000Z', 'UTC')).toEqual({ before: '2026-11-20T10:00:00.001Z' });
  expect(periodOf(undefined, undefined, 'UTC')).toEqual({});
});
