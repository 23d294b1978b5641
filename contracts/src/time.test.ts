import { expect, test, vi } from 'vitest';
import { TimeZone } from './time.ts';

test('a time zone is looked up only once, whatever the case of its letters', () => {
  const asked = vi.spyOn(Intl, 'DateTimeFormat');
  for (const name of ['Europe/Zurich', 'europe/zurich', 'EUROPE/zurich']) {
    expect(TimeZone.parse(name)).toBe(name);
  }
  expect(asked).toHaveBeenCalledTimes(1);
});
