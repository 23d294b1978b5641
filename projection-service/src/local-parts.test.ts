import { expect, test, vi } from 'vitest';
import { formatterByZone } from './local-parts.ts';

test('all spellings of a time zone share one formatter, so that callers cannot fill the memory with them', () => {
  const make = vi.spyOn(Intl, 'DateTimeFormat');
  const formatterOf = formatterByZone({ year: 'numeric' });
  for (const zone of ['Europe/Zurich', 'europe/zurich', 'EUROPE/ZURICH']) formatterOf(zone);
  expect(make).toHaveBeenCalledTimes(1);
  make.mockRestore();
});
