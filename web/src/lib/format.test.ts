import { expect, test, vi } from 'vitest';
import { isoDay, relativeDay, timeZone } from './format.ts';

const now = new Date(2026, 10, 20, 0, 10);

test('days ago are counted from midnight to midnight', () => {
  expect(relativeDay(new Date(2026, 10, 20, 0, 1), now)).toBe('Today');
  expect(relativeDay(new Date(2026, 10, 19, 23, 59), now)).toBe('Yesterday');
  expect(relativeDay(new Date(2026, 10, 14), now)).toBe('6 days ago');
});

test('a day a week or more ago, or in the future, has no relative name', () => {
  expect(relativeDay(new Date(2026, 10, 13), now)).toBeUndefined();
  expect(relativeDay(new Date(2026, 10, 21), now)).toBeUndefined();
});

test('a calendar day is written in the local zone', () => {
  expect(isoDay(new Date(2026, 0, 2, 23, 59))).toBe('2026-01-02');
});

test('the zone of a browser that cannot find it out is UTC', () => {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (this: Intl.DateTimeFormat) {
    return { ...resolvedOptions.call(this), timeZone: 'Etc/Unknown' };
  });
  expect(timeZone()).toBe('UTC');
  vi.restoreAllMocks();
});

/** The module as loaded by a browser with `locale`. */
async function loadIn(locale: string): Promise<typeof import('./format.ts')> {
  class Localized extends Intl.DateTimeFormat {
    constructor(_locale: unknown, options?: Intl.DateTimeFormatOptions) {
      super(locale, options);
    }
  }
  vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(Localized);
  vi.resetModules();
  return import('./format.ts');
}

test('a date of a right-to-left language keeps its order in an English sentence', async () => {
  const { format, isolatedRange } = await loadIn('fa-IR');
  expect(format.date(now)).toBe('\u2068۲۰ نوامبر ۲۰۲۶\u2069');
  expect(format.day(now, now)).toMatch(/^\u2068.+\u2069$/);
  const days = isolatedRange({ dateStyle: 'long' });
  expect(days(new Date(2024, 1, 29), now)).toBe('\u2068۲۹ فوریهٔ ۲۰۲۴ تا ۲۰ نوامبر ۲۰۲۶\u2069');
  vi.restoreAllMocks();
});

test('so does a date of that language without letters', async () => {
  const { isolatedRange } = await loadIn('ar');
  const days = isolatedRange({ dateStyle: 'medium' });
  expect(days(new Date(2024, 1, 29), now)).toMatch(/^\u2068.+\u2069$/);
  vi.restoreAllMocks();
});
