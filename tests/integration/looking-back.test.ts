import { DaysView, MemoriesView, RandomAnecdote } from '@anecdotes/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, type QuerySide, startQuerySide } from '../support/query-side.ts';

const now = new Date('2026-11-22T12:00:00.000Z');
let side: QuerySide;

beforeAll(async () => {
  side = await startQuerySide({ clock: () => now });
  side.startProjector();
});

afterAll(() => side.close());

/** A person with one anecdote at each instant, which is also its description. */
async function personWith(...instants: string[]): Promise<Person> {
  const person = await side.newPerson();
  for (const timestamp of instants) await side.write(person, { description: timestamp, timestamp: iso(timestamp) });
  return person;
}

const iso = (instant: string) => new Date(instant).toISOString();

describe('memories', () => {
  const remembered = async (person: Person, query = '') => {
    const { status, body } = await side.get(person, `/api/anecdotes/memories?${query}`);
    expect([status, body.error]).toEqual([200, null]);
    return MemoriesView.parse(body.data).groups.map(({ kind, ago, date, anecdotes, total }) => [
      `${kind} ${ago}`,
      date,
      total,
      anecdotes.map(({ description }) => description),
    ]);
  };

  test('are of the same day in earlier years, latest year first, three of each year with their total', async () => {
    const person = await personWith(
      '2024-11-22T01:00:00Z',
      '2024-11-22T02:00:00Z',
      '2024-11-22T03:00:00Z',
      '2024-11-22T04:00:00Z',
      '2023-11-21T23:59:59Z',
      '2019-11-22T23:59:59Z',
      '2026-11-22T08:00:00Z',
    );
    const last = ['2024-11-22T01:00:00Z', '2024-11-22T02:00:00Z', '2024-11-22T03:00:00Z'];
    expect(await remembered(person)).toEqual([
      ['years 2', '2024-11-22', 4, last],
      ['years 7', '2019-11-22', 1, ['2019-11-22T23:59:59Z']],
    ]);
    expect(await remembered(person, 'date=2025-11-21')).toEqual([
      ['years 2', '2023-11-21', 1, ['2023-11-21T23:59:59Z']],
    ]);
    expect(await remembered(await side.newPerson())).toEqual([]);
  });

  test('are also those of one week and of one month ago', async () => {
    const person = await personWith('2026-10-22T10:00:00Z', '2026-11-15T10:00:00Z', '2026-11-20T10:00:00Z');
    expect(await remembered(person, 'date=2026-11-22')).toEqual([
      ['week 1', '2026-11-15', 1, ['2026-11-15T10:00:00Z']],
      ['month 1', '2026-10-22', 1, ['2026-10-22T10:00:00Z']],
    ]);
  });

  test.each([
    ['Pacific/Kiritimati', ['2025-11-21T10:00:00Z', '2025-11-22T09:59:59.999Z']],
    ['Pacific/Pago_Pago', ['2025-11-22T11:00:00Z', '2025-11-23T10:59:59.999Z']],
    ['America/New_York', ['2025-11-22T05:00:00Z', '2025-11-23T04:59:59.999Z']],
  ])('are those of the day in time zone %s', async (zone, day) => {
    const ends = [iso(day[0] ?? ''), iso(day[1] ?? '')].map(Date.parse);
    const around = [(ends[0] ?? 0) - 1, ...ends, (ends[1] ?? 0) + 1].map((instant) => new Date(instant).toISOString());
    const person = await personWith(...around);
    expect(await remembered(person, `date=2026-11-22&time_zone=${zone}`)).toEqual([
      ['years 1', '2025-11-22', 2, around.slice(1, 3)],
    ]);
  });

  test('without a date are those of the current day in the time zone', async () => {
    const person = await personWith('2025-11-22T23:00:00Z', '2025-11-22T08:00:00Z');
    expect(await remembered(person, 'time_zone=Pacific/Kiritimati')).toEqual([
      ['years 1', '2025-11-23', 1, ['2025-11-22T23:00:00Z']],
    ]);
  });

  test('of 29 February appear on 28 February in years without a 29th', async () => {
    const person = await personWith('2024-02-28T12:00:00Z', '2024-02-29T12:00:00Z');
    const both = ['2024-02-28T12:00:00Z', '2024-02-29T12:00:00Z'];
    expect(await remembered(person, 'date=2025-02-28')).toEqual([['years 1', '2024-02-28', 2, both]]);
    expect(await remembered(person, 'date=2028-02-29')).toEqual([['years 4', '2024-02-29', 1, both.slice(1)]]);
  });

  test('cover the years 1 to 9999', async () => {
    const person = await personWith('0001-12-31T12:00:00Z', '9998-12-31T09:00:00Z', '9999-12-31T23:59:59.999Z');
    for (const zone of ['UTC', 'Pacific/Kiritimati', 'America/New_York']) {
      expect([zone, await remembered(person, `date=9999-12-31&time_zone=${zone}`)]).toEqual([
        zone,
        [
          ['years 1', '9998-12-31', 1, ['9998-12-31T09:00:00Z']],
          ['years 9998', '0001-12-31', 1, ['0001-12-31T12:00:00Z']],
        ],
      ]);
    }
    expect(await remembered(person, 'date=0001-01-01')).toEqual([]);
  });

  test.each(['date=yesterday', 'date=2026-02-30', 'date=0000-01-01', 'time_zone=Nowhere', 'colour=red'])(
    'are refused for %s',
    async (query) => {
      const { status, body } = await side.get(await side.newPerson(), `/api/anecdotes/memories?${query}`);
      expect([status, body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    },
  );
});

describe('days', () => {
  const days = async (person: Person, query: string) => {
    const { status, body } = await side.get(person, `/api/anecdotes/days?${query}`);
    expect([status, body.error]).toEqual([200, null]);
    const view = DaysView.parse(body.data);
    return { ...view, days: view.days.map(({ day, count }) => `${day} ${count}`) };
  };

  test('of a year are counted in the requested time zone, with a list of all years that have anecdotes', async () => {
    const person = await personWith(
      '2024-02-29T12:00:00Z',
      '2025-12-31T23:30:00Z',
      '2026-01-01T10:00:00Z',
      '2026-01-01T11:00:00Z',
      '2026-12-31T23:30:00Z',
    );
    expect(await days(person, 'year=2026')).toEqual({
      year: 2026,
      days: ['2026-01-01 2', '2026-12-31 1'],
      years: [2026, 2025, 2024],
    });
    expect(await days(person, 'year=2026&time_zone=Europe/Zurich')).toEqual({
      year: 2026,
      days: ['2026-01-01 3'],
      years: [2027, 2026, 2024],
    });
    expect(await days(person, '')).toMatchObject({ year: 2026 });
    expect((await days(person, 'year=2024')).days).toEqual(['2024-02-29 1']);
    expect(await days(await side.newPerson(), 'year=2024')).toEqual({ year: 2024, days: [], years: [] });
  });

  test('of the years 1 and 9999 are counted in every time zone', async () => {
    const person = await personWith('0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z');
    for (const zone of ['UTC', 'America/New_York', 'Pacific/Kiritimati']) {
      const counted = [...(await days(person, `year=1&time_zone=${zone}`)).days];
      const last = await days(person, `year=9999&time_zone=${zone}`);
      expect([zone, counted, last.days, last.years]).toEqual([zone, ['0001-01-01 1'], ['9999-12-31 1'], [9999, 1]]);
    }
  });

  test.each(['year=0', 'year=10000', 'year=soon', 'month=1'])('are refused for %s', async (query) => {
    const { status } = await side.get(await side.newPerson(), `/api/anecdotes/days?${query}`);
    expect(status).toBe(400);
  });
});

describe('a random anecdote', () => {
  test('is any of those that match the filters', async () => {
    const person = await personWith('2026-01-01T10:00:00Z', '2026-01-02T10:00:00Z', '2026-02-01T10:00:00Z');
    await personWith('2026-01-01T10:00:00Z');
    const drawn = async (query: string) => {
      const { body } = await side.get(person, `/api/anecdotes/random?${query}`);
      return RandomAnecdote.parse(body.data)?.description;
    };
    const seen = new Set<string | undefined>();
    while (seen.size < 3) seen.add(await drawn(''));
    expect([...seen].sort()).toEqual(['2026-01-01T10:00:00Z', '2026-01-02T10:00:00Z', '2026-02-01T10:00:00Z']);
    expect(await drawn('date_from=2026-02-01')).toBe('2026-02-01T10:00:00Z');
    expect(await drawn('search=nothing-at-all')).toBeUndefined();
  });
});
