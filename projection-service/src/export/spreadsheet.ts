import { stringify } from 'csv-stringify/sync';
import type { ExportRow } from './exported-row.ts';

/** The columns of `anecdotes.csv`, in their order. */
const columns = {
  id: ({ id }: ExportRow) => id,
  date: ({ local }: ExportRow) => local.date,
  time: ({ local }: ExportRow) => local.time,
  time_zone: ({ time_zone }: ExportRow) => time_zone,
  timestamp: ({ at }: ExportRow) => at.toISOString(),
  text: ({ description }: ExportRow) => description,
  tags: ({ tags }: ExportRow) => tags.join(', '),
  location: ({ location }: ExportRow) => location,
  latitude: ({ lat }: ExportRow) => lat,
  longitude: ({ lng }: ExportRow) => lng,
  address: ({ address }: ExportRow) => address,
  connected_to: ({ connected_to }: ExportRow) => connected_to,
  same_here: ({ same_here }: ExportRow) => (same_here ? 'yes' : 'no'),
  created_at: ({ created_at }: ExportRow) => created_at.toISOString(),
  updated_at: ({ updated_at }: ExportRow) => updated_at.toISOString(),
};

/** A spreadsheet program takes a cell that begins so for something to compute. */
const formula = /^[\s\0]*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20|%]/;

const format = { record_delimiter: 'windows' } as const;

/**
 * The pieces of `anecdotes.csv`: UTF-8 with a byte order mark, by which spreadsheet programs know it, with an apostrophe
 * before what they would compute.
 */
export const spreadsheet = {
  begin: () => stringify([Object.keys(columns)], { ...format, bom: true }),
  // Not every program knows a line end or a semicolon for a part of a text that is not quoted.
  rows: (rows: readonly ExportRow[]) => stringify(rows.map(cellsOf), { ...format, quoted_string: true }),
};

function cellsOf(row: ExportRow): (string | number | null)[] {
  return Object.values(columns).map((cellOf) => {
    const cell = cellOf(row);
    return typeof cell === 'string' && formula.test(cell) ? `'${cell}` : cell;
  });
}
