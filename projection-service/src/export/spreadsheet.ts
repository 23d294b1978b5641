import type { ExportRow } from './exported-row.ts';

const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';

/** The columns of `anecdotes.csv`, in their order. */
const columns = [
  ...['id', 'date', 'time', 'time_zone', 'timestamp', 'text', 'tags', 'location', 'latitude', 'longitude', 'address'],
  ...['connected_to', 'same_here', 'created_at', 'updated_at'],
];

/**
 * Spreadsheet programs treat a cell with such a beginning as a formula. A text that has an apostrophe before it gets
 * another one, because an import removes one.
 */
const formula = /^'*[\s\0]*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20|%]/;

/**
 * The pieces of `anecdotes.csv`: UTF-8 with a byte order mark, by which spreadsheet programs recognise the encoding,
 * and with an apostrophe before cells that they would compute.
 */
export const spreadsheet = {
  begin: () => BYTE_ORDER_MARK + columns.join(',') + LINE_END,
  row: lineOf,
};

function lineOf(row: ExportRow): string {
  const { date, time } = row.local;
  const when = `"${row.id}","${date}","${time}","${row.time_zone}","${row.iso.at}"`;
  const what = `${cell(row.description)},${cell(row.tags.join(', '))}`;
  const where = `${cell(row.location)},${row.lat ?? ''},${row.lng ?? ''},${cell(row.address)}`;
  const more = `${row.connected_to === null ? '' : `"${row.connected_to}"`},"${row.same_here ? 'yes' : 'no'}"`;
  return `${when},${what},${where},${more},"${row.iso.created}","${row.iso.updated}"${LINE_END}`;
}

/** A text in quotes: without them, not every program accepts a line end or a semicolon in a cell. */
function cell(text: string | null): string {
  if (text === null) return '';
  const quoted = text.replaceAll('"', '""');
  return formula.test(text) ? `"'${quoted}"` : `"${quoted}"`;
}
