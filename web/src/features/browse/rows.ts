import type { Month } from '../../anecdote/months.ts';

export type Row = { kind: 'month'; month: Month } | { kind: 'anecdote'; index: number };

/** Maps the anecdotes of a list to its rows and back. Each month has a heading row before its anecdotes. */
export type Rows = {
  count: number;
  /** The rows that are headings, in the order of the months. */
  headings: readonly number[];
  at(row: number): Row;
  /** The row of the anecdote `index`. */
  rowOf(index: number): number;
};

/** The rows of `total` anecdotes, grouped when there are `months`. */
export function rowsOf(total: number, months: readonly Month[]): Rows {
  const headings: number[] = [];
  let count = 0;
  for (const month of months) {
    headings.push(count);
    count += month.count + 1;
  }
  if (months.length === 0) {
    return { count: total, headings, at: (index) => ({ kind: 'anecdote', index }), rowOf: (index) => index };
  }
  return {
    count,
    headings,
    at(row) {
      const position = lastUpTo(row, (heading) => headings[heading] ?? 0, months.length);
      const month = months[position];
      return month && headings[position] === row
        ? { kind: 'month', month }
        : { kind: 'anecdote', index: row - position - 1 };
    },
    rowOf(index) {
      // Before heading k there are k headings, so the first anecdote of month k has the index headings[k] - k.
      const position = lastUpTo(index, (heading) => (headings[heading] ?? 0) - heading, months.length);
      return index + position + 1;
    },
  };
}

/** The greatest index below `length` whose value is at most `limit`, 0 if none. The values must be ascending. */
function lastUpTo(limit: number, valueAt: (position: number) => number, length: number): number {
  let low = 0;
  let high = length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (valueAt(middle) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
