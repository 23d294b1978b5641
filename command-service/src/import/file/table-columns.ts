import { beginningOf, ImportColumn, type ImportTable } from '@anecdotes/contracts';
import { namesLeftOut, TableNotInUtf8, UnreadableFile } from './found.ts';
import { cleaned } from './texts.ts';

/** The fields that a table can have, and the usual names of their columns. */
const names: Readonly<Record<ImportColumn, readonly string[]>> = {
  id: ['id'],
  text: ['text', 'description', 'note', 'content', 'entry', 'body'],
  timestamp: ['timestamp', 'datetime', 'created_at', 'created'],
  date: ['date', 'day'],
  time: ['time'],
  time_zone: ['time_zone', 'timezone', 'tz'],
  tags: ['tags', 'labels', 'categories'],
  location: ['location', 'place'],
  coordinates: ['coordinates', 'coords', 'lat_lng', 'latlng', 'gps'],
  latitude: ['latitude', 'lat'],
  longitude: ['longitude', 'lng', 'lon'],
  address: ['address'],
  connected_to: ['connected_to', 'parent'],
  same_here: ['same_here'],
};

const MAX_COLUMNS = 1_000;
/** The most columns that an answer lists, and the most characters of each name. */
const MAX_COLUMNS_SHOWN = 200;
const MAX_NAME_SHOWN = 100;

/** The index of the column of each field. */
export type Fields = ReadonlyMap<ImportColumn, number>;

/** The columns that the request chose, or that have the usual names. Throws UnreadableFile. */
export function columnsOf(header: readonly string[], wanted: Readonly<Record<string, string>>): Fields {
  if (header.length > MAX_COLUMNS) throw new UnreadableFile('The table has too many columns');
  // Text in UTF-16 has NUL characters when it is read as UTF-8.
  if (header.some((name) => name.includes('\0'))) throw new TableNotInUtf8();
  const plain = header.map(plainName);
  const fields = new Map<ImportColumn, number>();
  for (const field of ImportColumn.options) {
    const chosen = wanted[field];
    const index = chosen === undefined ? usualIndex(plain, field) : chosenIndex(plain, field, chosen);
    if (index !== undefined) fields.set(field, index);
  }
  return fields;
}

function usualIndex(plain: readonly string[], field: ImportColumn): number | undefined {
  return names[field].map((name) => plain.indexOf(name)).find((at) => at >= 0);
}

/** The index of the column `chosen`, which is a name, or `#` and a number from 1; `#0` means no column. */
function chosenIndex(plain: readonly string[], field: string, chosen: string): number | undefined {
  const number = /^#(\d{1,4})$/.exec(chosen.trim())?.[1];
  if (number === '0') return undefined;
  const index = number === undefined ? plain.indexOf(plainName(chosen)) : Number(number) - 1;
  if (index < 0 || index >= plain.length)
    throw new UnreadableFile(`The column that was chosen for ${field} is not in the table`);
  return index;
}

function plainName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
}

/** What is missing in a table with these fields, if something is. */
export function missingIn(fields: Fields): string | undefined {
  if (!fields.has('text')) return 'The table has no column named text; choose the column that has the text';
  if (fields.has('timestamp') || fields.has('date')) return undefined;
  return 'The table has no column named date; choose the column that has the date';
}

/** The columns that are not read, for the report; of an export of our own all that matters is read. */
export function unreadIn(header: readonly string[], fields: Fields): string | undefined {
  if (fields.has('same_here')) return undefined;
  const read = new Set(fields.values());
  const names = shownNames(header).filter((name, index) => name !== '' && !read.has(index));
  return namesLeftOut('Columns', names);
}

function shownNames(header: readonly string[]): string[] {
  return header.map((name) => beginningOf(cleaned(name), MAX_NAME_SHOWN));
}

/** The columns for the report. */
export function tableOf(header: readonly string[], fields: Fields): Omit<ImportTable, 'date_order'> {
  return {
    columns: shownNames(header.slice(0, MAX_COLUMNS_SHOWN)),
    fields: Object.fromEntries([...fields].map(([field, index]) => [field, index + 1])),
  };
}

/** The text of a field in a row; empty if there is none. */
export function cellOf(record: readonly string[], fields: Fields, field: ImportColumn): string {
  const text = record[fields.get(field) ?? -1] ?? '';
  // Our own export puts an apostrophe before text that a spreadsheet would take for a formula.
  return text.replace(/^'(?='*[\s\0]*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20|%])/, '');
}
