import { expect, test } from 'vitest';
import { localDay } from './local-day.ts';

test.each([
  ['2026-11-20T23:30:00.000Z', 'UTC', '2026-11-20'],
  ['2026-11-20T23:30:00.000Z', 'Europe/Zurich', '2026-11-21'],
  ['2026-11-20T04:30:00.000Z', 'America/New_York', '2026-11-19'],
  ['0001-01-01T00:00:00.000Z', 'America/New_York', '0001-01-01'],
  ['0001-01-01T00:00:00.000Z', 'Pacific/Kiritimati', '0001-01-01'],
  ['0044-03-15T12:00:00.000Z', 'Europe/Rome', '0044-03-15'],
  ['9999-12-31T23:59:59.999Z', 'Pacific/Kiritimati', '9999-12-31'],
])('the local day of %s in %s is %s', (instant, zone, day) => {
  expect(localDay(instant, zone)).toBe(day);
});
