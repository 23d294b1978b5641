import { toTextArray } from '@anecdotes/contracts/server/postgres/text-array';
import { HandlerFailed } from './failure.ts';
import type { Columns } from './table.ts';

/** The columns of a table, as a statement lists them. */
export function columnList(columns: Columns): string {
  return Object.keys(columns)
    .map((column) => `"${column}"`)
    .join(', ');
}

/**
 * A FROM item with the rows that are the parameters of the statement from number `first` on, as `parametersOf` makes
 * them: one list per column. Postgres reads these in a quarter of the time that the same rows take as JSON.
 */
export function givenRows(columns: Columns, first: number): string {
  const typed = Object.entries(columns).map(([column, { type }]) => `"${column}"::${type} as "${column}"`);
  const lists = Object.keys(columns).map((_, index) => `$${first + index}::text[]`);
  return `(select ${typed.join(', ')} from unnest(${lists.join(', ')}) as given(${columnList(columns)})) as r`;
}

/** Rows as parameters of a statement that contains `givenRows`. Throws HandlerFailed. */
export function parametersOf(columns: Columns, rows: readonly object[]): Buffer[] {
  try {
    return Object.keys(columns).map((column) =>
      toTextArray(rows.map((row) => textOf((row as Record<string, unknown>)[column]))),
    );
  } catch (cause) {
    throw new HandlerFailed('a row cannot be converted to parameters of a statement', { cause });
  }
}

/** A value in the text format of Postgres. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return `{${value.map(elementOf).join(',')}}`;
  if (typeof value === 'string' && value.isWellFormed()) return value;
  throw new TypeError('the value of a column must be null, a number, an array or well-formed text');
}

function elementOf(element: unknown): string {
  const text = textOf(element) ?? 'NULL';
  return typeof element === 'string' ? `"${text.replace(/["\\]/g, '\\$&')}"` : text;
}
