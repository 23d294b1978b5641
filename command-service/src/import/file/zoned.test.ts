import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstMoment, instantAtStart, type Moment, readMoment } from './zoned.ts';

const ZONE = 'Europe/Zurich';
const inField = (text: string, time = '') => result(readMoment({ text, time, timeZone: ZONE }));
const result = (moment: Moment) => ('timestamp' in moment ? moment.timestamp : moment.message);
const NO_TIME = 'time: Is not valid; write it like 14:30';
const NO_DATE = expect.stringMatching(/^date: Is not valid; write it like 2025-12-31/);

/** A time of day as it can be written, and what clocks show then. */
const times: [string, string][] = [
  ['14:30', '14:30'],
  ['9:05', '09:05'],
  ['09:05:30', '09:05:30'],
  ['9:05:30.25', '09:05:30.250'],
  ['9:05:30,123456789012', '09:05:30.123'],
  ['0:00', '00:00'],
  ['1430', '14:30'],
  ['143015', '14:30:15'],
  ['9:05 PM', '21:05'],
  ['9:05pm', '21:05'],
  ['9:05:30 p.m.', '21:05:30'],
  ['9:05 a.m.', '09:05'],
  ['9:05\u202FPM', '21:05'],
  ['12:05 AM', '00:05'],
  ['12:05 PM', '12:05'],
  ['9 PM', '21:00'],
  ['12 a.m.', '00:00'],
  ['21.05', '21:05'],
  ['9.05', '09:05'],
  ['21.05.30', '21:05:30'],
  ['9h05', '09:05'],
  ['21H05', '21:05'],
];
const noTimes = ['25:99', '24:00', '9:5', '9:75', '9:055', '14:30 PM', '0:30 AM', '14:30 o’clock', '930', '9', '0.25'];
const alsoNoTimes = ['0.75', 'half past nine', 'Friday', '9:05 pmx', '9:05 -', '14:30 CEST', '–', 'T', '-14'];

test.each([
  ['Europe/Zurich', '2026-03-29 02:30', '2026-03-29T01:30:00.000Z'],
  ['America/New_York', '2026-03-08 02:30', '2026-03-08T07:30:00.000Z'],
  ['America/New_York', '2026-03-08 01:59', '2026-03-08T06:59:00.000Z'],
  ['America/New_York', '2026-03-08 03:00', '2026-03-08T07:00:00.000Z'],
  ['America/St_Johns', '2026-03-08 02:30', '2026-03-08T06:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-10-04 02:15', '2026-10-03T15:45:00.000Z'],
  ['Pacific/Apia', '2011-12-30 05:00', '2011-12-30T15:00:00.000Z'],
  ['Pacific/Apia', '2011-12-30 12:00', '2011-12-30T22:00:00.000Z'],
])(
  'a time that clocks in %s skip, %s, is later by what they skip, and the times beside it are as written',
  (timeZone, text, timestamp) => {
    expect(readMoment({ text, timeZone })).toEqual({ timestamp });
    expect(instantAtStart(text, timeZone)).toBe(timestamp);
  },
);

test.each([
  ['Europe/Zurich', '2026-10-25 01:59:59', '2026-10-24T23:59:59.000Z'],
  ['Europe/Zurich', '2026-10-25 02:00', '2026-10-25T00:00:00.000Z'],
  ['Europe/Zurich', '2026-10-25 03:00', '2026-10-25T02:00:00.000Z'],
  ['America/New_York', '2026-11-01 01:30', '2026-11-01T05:30:00.000Z'],
  ['America/New_York', '2026-11-01 02:00', '2026-11-01T07:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-04-05 01:45', '2026-04-04T14:45:00.000Z'],
  ['America/Havana', '2026-11-01 00:15', '2026-11-01T04:15:00.000Z'],
])(
  'in %s, of the times that clocks repeat, %s is the first one, and the times beside it are as written',
  (...given) => {
    const [timeZone, text, timestamp] = given;
    expect(readMoment({ text, timeZone })).toEqual({ timestamp });
  },
);

describe('a field with a date', () => {
  test.each([
    ['2026-03-02T23:30:15Z', '2026-03-02T23:30:15.000Z'],
    ['2026-03-02 23:30:15.25 +05:45', '2026-03-02T17:45:15.250Z'],
    ['2026-03-02T23:30:15+01:00[Europe/Zurich]', '2026-03-02T22:30:15.000Z'],
    ['2026-03-02 23:30:15+02', '2026-03-02T21:30:15.000Z'],
    ['2026-03-02 11:30 PM -0500', '2026-03-03T04:30:00.000Z'],
    ['2026-03-02 23:30:15 UTC', '2026-03-02T23:30:15.000Z'],
    ['2026-03-02 23:30', '2026-03-02T22:30:00.000Z'],
    ['2026-03-02, 11:30 PM', '2026-03-02T22:30:00.000Z'],
    [' 20260302T2330 ', '2026-03-02T22:30:00.000Z'],
    ['2026-07-02', '2026-07-02T10:00:00.000Z'],
    ['2026-07-02Z', '2026-07-02T12:00:00.000Z'],
    ['2026-07-02 +02:00', '2026-07-02T10:00:00.000Z'],
    ['2026-03-29 02:30', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
    ['1850-06-01 12:00', '1850-06-01T11:25:52.000Z'],
    ['', 'date: Is missing'],
    [' ', 'date: Is missing'],
    ['2026-13-02', NO_DATE],
    ['2026-02-30 9:05', NO_DATE],
    ['202607021830', NO_DATE],
    ['yesterday', NO_DATE],
    ['2026-07-02 and so on', NO_TIME],
  ])('%j in Zurich is read as %s', (text, expected) => {
    expect(inField(text)).toEqual(expected);
  });

  test.each(times)('and the time %j is read as %s, also with the time in another field', (time, clock) => {
    const instant = instantAtStart(`2026-06-05T${clock}`, ZONE);
    expect(inField(`2026-06-05 ${time}`)).toBe(instant);
    expect(inField('2026-06-05', time)).toBe(instant);
    expect(inField('2026-06-05 00:00:00', time)).toBe(instant);
    expect(inField('2026-06-05T18:45', time)).toBe('2026-06-05T16:45:00.000Z');
  });

  test.each([...noTimes, ...alsoNoTimes])('and %j, which is no time, is not read', (time) => {
    expect(inField(`2026-06-05 ${time}`)).toBe(NO_TIME);
    expect(inField('2026-06-05', time)).toBe(NO_TIME);
    expect(inField('2026-06-05 00:00', time)).toBe('2026-06-04T22:00:00.000Z');
  });

  test('is the first of several that has a date; a wrong time in it is not replaced by another field', () => {
    const first = (...texts: string[]) => result(firstMoment(texts.map((text) => ({ text, timeZone: 'UTC' }))));
    expect(first('', 'soon', '2026-06-05', '2026-06-06')).toBe('2026-06-05T12:00:00.000Z');
    expect(first('2026-06-05 25:99', '2026-06-06')).toBe(NO_TIME);
    expect(first(' ', 'soon')).toEqual(NO_DATE);
    expect(first('', '')).toBe('date: Is missing');
    expect(first()).toBe('date: Is missing');
  });

  const dates = fc.date({
    min: new Date('0001-01-02T00:00Z'),
    max: new Date('9999-12-30T00:00Z'),
    noInvalidDate: true,
  });
  test('and a time in any form is the same instant', () => {
    const two = (number: number) => String(number).padStart(2, '0');
    fc.assert(
      fc.property(dates, fc.nat(3), fc.integer({ min: -14 * 4, max: 14 * 4 }), (at, precision, quarters) => {
        const [day, clock] = at.toISOString().slice(0, -1).split('T') as [string, string];
        const [hour = 0, minute = 0] = clock.split(':').map(Number);
        const digits = [5, 8, 10, 12][precision] as number;
        const toMinute = `${day}T${clock.slice(0, 5)}Z`;
        const exact = `${day}T${clock.slice(0, digits)}Z`;
        const half = hour < 12 ? ['AM', 'am', ' a.m.', ' AM'] : ['PM', 'pm', ' p.m.', ' PM'];
        const short = clock.replace(/^0/, '').slice(0, digits - (hour < 10 ? 1 : 0));
        const inHalf = short.replace(/^\d+/, String(hour % 12 || 12));
        const minutes = Math.abs(quarters) * 15;
        const offset = `${quarters < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
        const shifted = new Date(Date.parse(exact) - quarters * 15 * 60_000).toISOString();
        const read = (time: string) => [
          result(readMoment({ text: `${day} ${time}`, timeZone: 'UTC' })),
          result(readMoment({ text: day, time, timeZone: 'UTC' })),
        ];
        const all = (expected: string, forms: string[]) => {
          for (const form of forms)
            expect([form, ...new Set(read(form))]).toEqual([form, new Date(expected).toISOString()]);
        };
        all(exact, [clock.slice(0, digits), short, ...half.map((mark) => inHalf + mark)]);
        all(shifted, [clock.slice(0, digits) + offset, `${short} ${offset.replace(':', '')}`]);
        const dotted = [clock.slice(0, 5), short.slice(0, hour < 10 ? 4 : 5)].map((time) => time.replace(':', '.'));
        all(toMinute, [`${hour}h${two(minute)}`, ...dotted.filter((time) => !time.startsWith('0.'))]);
      }),
    );
  });
});

describe('a text that begins with a date', () => {
  test.each([
    ['2026-02-03 Meeting', '2026-02-03T11:00:00.000Z'],
    ['2026-02-03 9:05 Walk', '2026-02-03T08:05:00.000Z'],
    ['2026-02-03 1430 Walk', '2026-02-03T13:30:00.000Z'],
    ['2026-02-03, 1430 steps', '2026-02-03T11:00:00.000Z'],
    ['2026-02-03 9:05\nPM Miller called', '2026-02-03T08:05:00.000Z'],
    ['2026-02-03, 9:05 Walk', '2026-02-03T08:05:00.000Z'],
    ['2026-02-03 9:05 PM Walk', '2026-02-03T20:05:00.000Z'],
    ['2026-02-03 9pm: Walk', '2026-02-03T20:00:00.000Z'],
    ['2026-02-03 9h05 Walk', '2026-02-03T08:05:00.000Z'],
    ['2026-02-03T23:30:15.25+05:45 and so on', '2026-02-03T17:45:15.250Z'],
    ['20260702 and so on', '2026-07-02T10:00:00.000Z'],
    // Not a time: the text remains a text, and the day means noon.
    ['2026-02-03 12.50 for lunch', '2026-02-03T11:00:00.000Z'],
    ['2026-02-03 9:75 for lunch', '2026-02-03T11:00:00.000Z'],
    ['2026-02-03 1984 by Orwell', '2026-02-03T11:00:00.000Z'],
    ['2026-02-03-2026-02-05 Trip', '2026-02-03T11:00:00.000Z'],
    ['2026-02-03 -0500 was our score', '2026-02-03T11:00:00.000Z'],
    ['2026-02-03 3 apples', '2026-02-03T11:00:00.000Z'],
    ['2026-02-03 14 pm', '2026-02-03T11:00:00.000Z'],
    ['2026-02-03 9 among us', '2026-02-03T11:00:00.000Z'],
    ['2026-02-03 half past nine', '2026-02-03T11:00:00.000Z'],
    ['2026-02-03 Zoo', '2026-02-03T11:00:00.000Z'],
    ['2026-02-03 14:30 Zoo', '2026-02-03T13:30:00.000Z'],
    // A range of time, not an offset.
    ['2026-02-03 9:05-10:30 Walk', '2026-02-03T08:05:00.000Z'],
    ['2026-02-03 21:05 am Bahnhof', '2026-02-03T20:05:00.000Z'],
    ['2026-02-03 25:99', undefined],
    ['202602031830', undefined],
    ['2026-02-30 Walk', undefined],
    ['Walk', undefined],
  ])('%j in Zurich has the time %s', (text, instant) => {
    expect(instantAtStart(text, ZONE)).toBe(instant);
  });
});
