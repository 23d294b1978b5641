import { HandlerFailed } from './failure.ts';
import type { Columns } from './table.ts';

/** The columns of a table, as a statement lists them. */
export function columnList(columns: Columns): string {
  return Object.keys(columns)
    .map((column) => `"${column}"`)
    .join(', ');
}

/** The columns of a table with their types, as json_to_recordset wants them. */
export function typedColumns(columns: Columns): string {
  return Object.entries(columns)
    .map(([column, { type }]) => `"${column}" ${type}`)
    .join(', ');
}

/** Rows as the one parameter of a statement that reads them with json_to_recordset. Throws HandlerFailed. */
export function recordsOf(rows: readonly object[]): string {
  try {
    return JSON.stringify(rows);
  } catch (cause) {
    throw new HandlerFailed('a row cannot be written down', { cause });
  }
}
