import { Readable } from 'node:stream';
import { ImportColumn, type ImportTable, limits } from '@anecdotes/contracts';
import { CsvError, parse } from 'csv-parse';
import { pointOf } from './coordinates.ts';
import { type FileToRead, type Found, type FoundPart, foundEntry, UnreadableFile, withLeftOut } from './found.ts';
import { cleaned, cleanedPlace, cleanedTags } from './texts.ts';
import { firstMoment } from './zoned.ts';

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
const ROWS_AT_ONCE = 100;

type Options = Pick<FileToRead, 'timeZone' | 'columns' | 'isDryRun'>;

/** The anecdotes in a table in UTF-8 whose first line has the names of its columns. Throws UnreadableFile. */
export async function* table(chunks: AsyncIterable<string>, options: Options): AsyncGenerator<FoundPart> {
  const pieces = chunks[Symbol.asyncIterator]();
  const { value: start = '' } = await pieces.next();
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(start),
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: limits.importEntryBytes,
    info: true,
  });
  const source = Readable.from(startingWith(start, pieces));
  source.on('error', (error) => parser.destroy(error));
  const rows: AsyncIterable<{ record: string[]; info: { lines: number } }> = source.pipe(parser);
  let fields: Fields | undefined;
  let found: Found[] = [];
  try {
    for await (const { record, info } of rows) {
      if (fields === undefined) {
        fields = columnsOf(record, options.columns);
        const missing = missingIn(fields);
        if (missing !== undefined && !options.isDryRun) throw new UnreadableFile(missing);
        const problems = missing === undefined ? [] : [{ at: 'line 1', message: missing }];
        yield { format: 'csv', found: problems, table: tableOf(record, fields) };
        if (missing !== undefined) return;
        continue;
      }
      found.push(...entryOf(`line ${info.lines}`, record, fields, options.timeZone));
      if (found.length >= ROWS_AT_ONCE) {
        yield { format: 'csv', found };
        found = [];
      }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = `line ${error.lines ?? 1}`;
    if (error.code === 'CSV_MAX_RECORD_SIZE') throw new UnreadableFile(`The row in ${line} of the table is too large`);
    throw new UnreadableFile(`The table is broken in ${line}`);
  }
  yield { format: 'csv', found };
}

async function* startingWith(start: string, pieces: AsyncIterator<string>): AsyncGenerator<string> {
  yield start;
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
}

/** The delimiter of a table that begins with `start`: the most frequent one in its first line. */
function delimiterOf(start: string): string {
  const line = /^[^\r\n]*/.exec(start)?.[0] ?? '';
  const count = (delimiter: string) => line.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best));
}

/** The index of the column of each field. */
type Fields = ReadonlyMap<ImportColumn, number>;

function columnsOf(header: readonly string[], wanted: Options['columns']): Fields {
  if (header.length > MAX_COLUMNS) throw new UnreadableFile('The table has too many columns');
  // Text in UTF-16 has NUL characters when it is read as UTF-8.
  if (header.some((name) => name.includes('\0'))) throw new UnreadableFile('The text is not in UTF-8');
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

function missingIn(fields: Fields): string | undefined {
  if (!fields.has('text')) return 'The table has no column named text; choose the column that has the text';
  if (fields.has('timestamp') || fields.has('date')) return undefined;
  return 'The table has no column named date; choose the column that has the date';
}

function tableOf(header: readonly string[], fields: Fields): ImportTable {
  return {
    columns: header.slice(0, MAX_COLUMNS_SHOWN).map((name) => cleaned(name).slice(0, MAX_NAME_SHOWN)),
    fields: Object.fromEntries([...fields].map(([field, index]) => [field, index + 1])),
  };
}

function entryOf(at: string, row: readonly string[], fields: Fields, timeZone: string): Found[] {
  const cell = (field: ImportColumn) => {
    const text = row[fields.get(field) ?? -1] ?? '';
    // Our own export puts an apostrophe before text that a spreadsheet would take for a formula.
    return text.replace(/^'(?=[\s\0]*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20|%])/, '');
  };
  const zone = cell('time_zone').trim() || timeZone;
  const dates = [cell('timestamp'), cell('date')];
  const moment = firstMoment(dates.map((text) => ({ text, time: cell('time'), timeZone: zone })));
  if ('message' in moment) return [{ at, message: moment.message }];
  const point = pointOf(cell('latitude'), cell('longitude'), cleanedPlace(cell('address')));
  const id = cell('id').trim().toLowerCase();
  const isId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
  const found = foundEntry(
    at,
    {
      description: isId ? cell('text') : cleaned(cell('text')),
      tags: cleanedTags(cell('tags').split(',')),
      timestamp: moment.timestamp,
      time_zone: zone,
      location: cleanedPlace(cell('location')),
      coordinates: point.coordinates,
    },
    {
      id: isId ? id : null,
      key: id || null,
      connected_to: cell('connected_to').trim().toLowerCase() || null,
      same_here: cell('same_here') === 'yes',
    },
  );
  return withLeftOut(found, point.problem);
}
