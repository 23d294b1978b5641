import { expect, test } from 'vitest';
import { journivEntry } from './journiv.ts';

const at = 'journals[0].entries[0]';

test.each([
  ['Asia/Tokyo', 'Asia/Tokyo', []],
  ['UTC+2', 'Etc/GMT-2', []],
  ['Atlantis/Centre', 'Europe/Zurich', [{ at, message: 'time_zone: Is not known; it is imported with Europe/Zurich' }]],
  ['', 'Europe/Zurich', []],
])('an entry of Journiv with the time zone %j is imported with %s', (entry_timezone, zone, problems) => {
  const value = { content: 'Rain', entry_datetime_utc: '2021-03-03T11:48:50Z', entry_timezone };
  const [found, ...others] = journivEntry({ path: 'journals', at, value }, 'Europe/Zurich');
  expect(found).toMatchObject({ entry: { content: { timestamp: '2021-03-03T11:48:50.000Z', time_zone: zone } } });
  expect(others).toEqual(problems);
});
