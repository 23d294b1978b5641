import { expect, test } from 'vitest';
import { dayOneEntry } from './day-one.ts';

const at = 'entries[0]';
const unknown = 'time_zone: Is not known; it is imported with Europe/Zurich';

test.each([
  ['Asia/Tokyo', 'Asia/Tokyo', []],
  ['GMT+0200', 'Etc/GMT-2', []],
  ['GMT-05:00', 'Etc/GMT+5', []],
  ['UTC+2', 'Etc/GMT-2', []],
  ['GMT+0530', 'Europe/Zurich', [{ at, message: unknown }]],
  ['Atlantis/Centre', 'Europe/Zurich', [{ at, message: unknown }]],
  ['', 'Europe/Zurich', []],
  [null, 'Europe/Zurich', []],
])('an entry of Day One with the time zone %j is imported with %s', (timeZone, zone, problems) => {
  const value = { text: 'Rain', creationDate: '2021-03-03T11:48:50Z', timeZone };
  const [found, ...others] = dayOneEntry({ path: 'entries', at, value }, 'Europe/Zurich');
  expect(found).toMatchObject({ entry: { content: { timestamp: '2021-03-03T11:48:50.000Z', time_zone: zone } } });
  expect(others).toEqual(problems);
});
