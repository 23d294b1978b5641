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
 * What a statement selects rows from that are its parameters from number `first` on, as `parametersOf` makes them: a list
 * for each column. The server reads these in a quarter of the time that it takes for the same rows in JSON.
 */
export function givenRows(columns: Columns, first: number): string {
  const typed = Object.entries(columns).map(([column, { type }]) => `"${column}"::${type} as "${column}"`);
  const lists = Object.keys(columns).map((_, index) => `$${first + index}::text[]`);
  return `(select ${typed.join(', ')} from unnest(${lists.join(', ')}) as given(${columnList(columns)})) as r`;
}

/** Rows as the parameters of a statement that reads `givenRows`. Throws HandlerFailed. */
export function parametersOf(columns: Columns, rows: readonly object[]): Buffer[] {
  try {
    return Object.keys(columns).map((column) =>
      toTextArray(rows.map((row) => textOf((row as Record<string, unknown>)[column]))),
    );
  } catch (cause) {
    throw new HandlerFailed('a row cannot be written down', { cause });
  }
}

/** A value as the server reads it from a text. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return `{${value.map(elementOf).join(',')}}`;
  if (typeof value === 'string' && value.isWellFormed()) return value;
  throw new TypeError('this is no value of a column');
}

function elementOf(element: unknown): string {
  const text = textOf(element) ?? 'NULL';
  return typeof element === 'string' ? `"${text.replace(/["\\]/g, '\\$&')}"` : text;
}
