import type { DateOrder } from '@anecdotes/contracts';

/** A date at the start of a text: its midnight in UTC, in milliseconds since 1970, and the text after it. */
export type WrittenDate = { readonly midnight: number; readonly rest: string };

/** Whether day or month is first in dates that have the year last: between dots, and between slashes or dashes. */
export type DateOrders = { readonly dots: DateOrder; readonly others: DateOrder };

const iso = /^(\d{4})-?(\d{2})-?(\d{2})(?!\d)/;
const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/;
const yearLast = /^(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4})(?!\d)/;
/** As the Linter of Obsidian writes it, `Wednesday, December 31st 2025`. */
const inWords = /^(?:[a-z]+day, )?([a-z]+) (\d{1,2})(?:st|nd|rd|th),? (\d{4})(?!\d)/i;
const months = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july'],
  ...['august', 'september', 'october', 'november', 'december'],
];
const twoDigits = /^\d{1,2}([-/.])\s?\d{1,2}\1\s?\d{2}(?!\d)/;

/**
 * The date that `text` begins with, such as `2025-12-31`; with `orders` also `2025/12/31`, `31.12.2025`, `31/12/2025` or
 * `December 31st 2025`. Undefined if there is none or its month does not have that day.
 */
export function dateAtStart(text: string, orders?: DateOrders): WrittenDate | undefined {
  const { all, year, month, day } = partsOf(text, orders) ?? {};
  if (all === undefined) return undefined;
  const midnight = Date.parse(`${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}T00:00:00.000Z`);
  // A day that its month does not have is parsed as one of the next month.
  const isValid = new Date(midnight).getUTCDate() === Number(day);
  return isValid ? { midnight, rest: text.slice(all.length) } : undefined;
}

function partsOf(text: string, orders: DateOrders | undefined) {
  const standard = iso.exec(text);
  if (standard !== null) return { all: standard[0], year: standard[1], month: standard[2], day: standard[3] };
  if (orders === undefined) return undefined;
  const [begin, year, , month, day] = yearFirst.exec(text) ?? [];
  if (begin !== undefined) return { all: begin, year, month, day };
  const [words, name = '', dayInWords, yearInWords] = inWords.exec(text) ?? [];
  const monthInWords = String(months.indexOf(name.toLowerCase()) + 1);
  if (words !== undefined) return { all: words, year: yearInWords, month: monthInWords, day: dayInWords };
  const [all, first, separator, second, lastYear] = yearLast.exec(text) ?? [];
  if (all === undefined) return undefined;
  const isDayFirst = (separator === '.' ? orders.dots : orders.others) === 'day-first';
  return { all, year: lastYear, month: isDayFirst ? second : first, day: isDayFirst ? first : second };
}

/** Why `text` does not begin with a date that `dateAtStart` can read. */
export function dateProblem(text: string, orders?: DateOrders): string {
  if (orders === undefined) return 'date: Is not valid; write it like 2025-12-31';
  if (twoDigits.test(text)) return 'date: Has a year of two digits; write it with four, like 31/12/2025';
  for (const order of ['day-first', 'month-first'] as const) {
    if (dateAtStart(text, { dots: order, others: order }) === undefined) continue;
    return `date: Is not valid, because dates here are read with the ${order === 'day-first' ? 'month' : 'day'} first`;
  }
  return 'date: Is not valid; write it like 2025-12-31 or 31/12/2025';
}

/**
 * The order of a date with slashes or dashes and the year last that `text` begins with; `either` if both give a date,
 * undefined if there is no such date.
 */
export function orderShownBy(text: string): DateOrder | 'either' | undefined {
  const found = yearLast.exec(text);
  if (found === null || found[2] === '.') return undefined;
  const [isDayFirst, isMonthFirst] = (['day-first', 'month-first'] as const).map(
    (order) => dateAtStart(text, { dots: order, others: order }) !== undefined,
  );
  if (isDayFirst && isMonthFirst) return 'either';
  if (isDayFirst) return 'day-first';
  return isMonthFirst ? 'month-first' : undefined;
}
