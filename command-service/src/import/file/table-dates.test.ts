import { Readable } from 'node:stream';
import type { DateOrderChoice, ImportTable } from '@anecdotes/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { table } from './table.ts';

/** The dates of a table with these cells under `date`, or the messages, and the order that the report shows. */
async function read(cells: readonly string[], dateOrder: DateOrderChoice = 'automatic', header = 'date;text') {
  const csv = [header, ...cells.map((cell) => `${cell};a`)].join('\n');
  const options = { timeZone: 'UTC', columns: {}, dateOrder, isDryRun: false };
  const dates: string[] = [];
  let order: ImportTable['date_order'] = null;
  for await (const part of table(() => Readable.from([csv]), options)) {
    order = part.table?.date_order ?? order;
    for (const found of part.found) dates.push('entry' in found ? found.entry.content.timestamp : found.message);
  }
  return { dates, order };
}

const noon = (day: string) => `${day}T12:00:00.000Z`;
const misfit = (first: string) => `date: Is not valid, because dates here are read with the ${first} first`;
const notDate = 'date: Is not valid; write it like 2025-12-31 or 31/12/2025';
const twoDigits = 'date: Has a year of two digits; write it with four, like 31/12/2025';

describe('dates of a table that have the year last', () => {
  test('have the day first if a first number is above 12, wherever its row is', async () => {
    const { dates, order } = await read(['03/04/2026 14:30', '5/6/2026, 2:30 PM', '31/12/2025']);
    expect(dates).toEqual(['2026-04-03T14:30:00.000Z', '2026-06-05T14:30:00.000Z', noon('2025-12-31')]);
    expect(order).toEqual({ order: 'day-first', from: 'column' });
  });

  test('have the month first if a second number is above 12, wherever its row is', async () => {
    const { dates, order } = await read(['03/04/2026', '5-6-2026 9:05', '12/31/2025 2:30 PM']);
    expect(dates).toEqual([noon('2026-03-04'), '2026-05-06T09:05:00.000Z', '2025-12-31T14:30:00.000Z']);
    expect(order).toEqual({ order: 'month-first', from: 'column' });
  });

  test('have the order of most of them, and those that do not fit are left out', async () => {
    const most = await read(['03/04/2026', '12/31/2025', '31/12/2025', '12/30/2025']);
    expect(most.dates).toEqual([noon('2026-03-04'), noon('2025-12-31'), misfit('month'), noon('2025-12-30')]);
    const equal = await read(['03/04/2026', '12/31/2025', '31/12/2025']);
    expect(equal.dates).toEqual([noon('2026-04-03'), misfit('day'), noon('2025-12-31')]);
    expect(equal.order).toEqual({ order: 'day-first', from: 'default' });
  });

  test('have the day first if nothing decides, which the report says', async () => {
    const { dates, order } = await read(['03/04/2026', '05-06-2026']);
    expect(dates).toEqual([noon('2026-04-03'), noon('2026-06-05')]);
    expect(order).toEqual({ order: 'day-first', from: 'default' });
  });

  test('have the order that was chosen, whatever they show', async () => {
    const cells = ['03/04/2026', '31/12/2025', '12/31/2025', '05.06.2026'];
    const month = await read(cells, 'month-first');
    expect(month.dates).toEqual([noon('2026-03-04'), misfit('month'), noon('2025-12-31'), noon('2026-05-06')]);
    expect(month.order).toEqual({ order: 'month-first', from: 'request' });
    const day = await read(cells, 'day-first');
    expect(day.dates).toEqual([noon('2026-04-03'), noon('2025-12-31'), misfit('day'), noon('2026-06-05')]);
  });

  test('have the day first between dots, which does not decide about other dates', async () => {
    const { dates, order } = await read(['31.12.2025 9:05', '3. 4. 2026', '03/04/2026', '12/31/2025', '12.31.2025']);
    expect(dates).toEqual([
      '2025-12-31T09:05:00.000Z',
      ...[noon('2026-04-03'), noon('2026-03-04'), noon('2025-12-31')],
      misfit('day'),
    ]);
    expect(order).toEqual({ order: 'month-first', from: 'column' });
    expect((await read(['31.12.2025'])).order).toBeNull();
  });

  test('are counted in the column that is read, and not beside a standard timestamp', async () => {
    const header = 'timestamp;date;text';
    const other = await read(['2026-03-04 9:05;12/31/2025', '2026-03-04 9:05;12/30/2025'], 'automatic', header);
    expect(other).toEqual({ dates: Array(2).fill('2026-03-04T09:05:00.000Z'), order: null });
    const first = await read(['03/04/2026;2026-01-01', ';12/31/2025', '03/05/2026;'], 'automatic', header);
    expect(first.dates).toEqual([noon('2026-03-04'), noon('2025-12-31'), noon('2026-03-05')]);
  });

  test('are refused by name if they are no dates or have a year of two digits', async () => {
    const { dates } = await read(['31/12/25', '5.6.26 9:05', '31/31/2025', '30.02.2026', 'May 5', '31/12.2025']);
    expect(dates).toEqual([twoDigits, twoDigits, notDate, notDate, notDate, notDate]);
  });

  test('stand beside dates with the year first in any form', async () => {
    const { dates } = await read(['2026-03-04', '2026/3/4', '2026.03.04', '20260304', '2026-3-4 9:05']);
    expect(dates).toEqual([...Array(4).fill(noon('2026-03-04')), '2026-03-04T09:05:00.000Z']);
  });

  test('are read back as they were written, in any order and form', async () => {
    const days = fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    const written = fc.record({
      at: fc.array(days, { minLength: 1, maxLength: 8 }),
      order: fc.constantFrom('day-first', 'month-first'),
      separator: fc.constantFrom('/', '-', '.'),
      isPadded: fc.boolean(),
      isChosen: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(written, async ({ at, order, separator, isPadded, isChosen }) => {
        const cells = at.map((date) => {
          const [day, month] = [date.getUTCDate(), date.getUTCMonth() + 1].map((number) =>
            String(number).padStart(isPadded ? 2 : 1, '0'),
          );
          const parts = order === 'day-first' ? [day, month] : [month, day];
          return `${[...parts, date.getUTCFullYear()].join(separator)} ${date.toISOString().slice(11, 23)}`;
        });
        const shows = at.some((date) => date.getUTCDate() > 12) && separator !== '.';
        if (!isChosen && !shows && order === 'month-first') return;
        const { dates } = await read(cells, isChosen ? order : 'automatic');
        expect(dates).toEqual(at.map((date) => date.toISOString()));
      }),
    );
  });
});
