import { stringify } from 'csv-stringify/sync';
import { localTimeOf } from './local-time.ts';
import type { ExportRow } from './rows.ts';

/** The columns of `anecdotes.csv`, in their order. */
const columns = {
  id: ({ id }: ExportRow) => id,
  date: ({ at, time_zone }: ExportRow) => localTimeOf(at, time_zone).date,
  time: ({ at, time_zone }: ExportRow) => localTimeOf(at, time_zone).time,
  time_zone: ({ time_zone }: ExportRow) => time_zone,
  timestamp: ({ at }: ExportRow) => at.toISOString(),
  text: ({ description }: ExportRow) => description,
  tags: ({ tags }: ExportRow) => tags.join(', '),
  location: ({ location }: ExportRow) => location,
  latitude: ({ lat }: ExportRow) => lat,
  longitude: ({ lng }: ExportRow) => lng,
  address: ({ address }: ExportRow) => address,
  connected_to: ({ connected_to }: ExportRow) => connected_to,
  same_here: ({ same_here }: ExportRow) => (same_here.length > 0 ? 'yes' : 'no'),
  created_at: ({ created_at }: ExportRow) => created_at.toISOString(),
  updated_at: ({ updated_at }: ExportRow) => updated_at.toISOString(),
};

/** A spreadsheet program takes a cell that begins so for something to compute. */
const formula = /^[\s\0]*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20|%]/;

/**
 * The text of `anecdotes.csv`, piece by piece: UTF-8 with a byte order mark, by which spreadsheet programs know it, with
 * an apostrophe before what they would compute.
 */
export async function* spreadsheet(pages: AsyncIterable<readonly ExportRow[]>): AsyncGenerator<string> {
  yield stringify([Object.keys(columns)], { bom: true, record_delimiter: 'windows' });
  for await (const rows of pages) {
    if (rows.length > 0) yield stringify(rows.map(cellsOf), { record_delimiter: 'windows' });
  }
}

function cellsOf(row: ExportRow): (string | number | null)[] {
  return Object.values(columns).map((cellOf) => {
    const cell = cellOf(row);
    return typeof cell === 'string' && formula.test(cell) ? `'${cell}` : cell;
  });
}
