import { Readable } from 'node:stream';
import { limits } from '@anecdotes/contracts';
import { CsvError, parse } from 'csv-parse';
import { type Found, foundEntry, UnreadableFile } from './found.ts';
import { cleaned, cleanedPlace, cleanedTags, pointOf } from './texts.ts';
import { instantOf } from './zoned.ts';

/** The fields that a table can have, and what their columns are called where nobody says. */
const names: Readonly<Record<string, readonly string[]>> = {
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

const MOST_COLUMNS = 1_000;

type Options = {
  readonly timeZone: string;
  /** The name of the column of a field. */
  readonly columns: Readonly<Record<string, string>>;
};

/** The anecdotes in a table in UTF-8 whose first line has the names of its columns. Throws UnreadableFile. */
export async function* table(chunks: AsyncIterable<string>, options: Options): AsyncGenerator<readonly Found[]> {
  const parser = parse({
    bom: true,
    delimiter: [',', ';', '\t'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: limits.importEntryBytes,
    info: true,
  });
  const source = Readable.from(chunks);
  source.on('error', (error) => parser.destroy(error));
  const rows: AsyncIterable<{ record: string[]; info: { lines: number } }> = source.pipe(parser);
  let fields: Map<string, number> | undefined;
  let found: Found[] = [];
  try {
    for await (const { record, info } of rows) {
      if (fields === undefined) {
        fields = columnsOf(record, options.columns);
        continue;
      }
      found.push(entryOf(`line ${info.lines}`, record, fields, options.timeZone));
      if (found.length === 100) {
        yield found;
        found = [];
      }
    }
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableFile(`The table is broken in line ${error.lines ?? 1}`);
    throw error;
  }
  yield found;
}

function columnsOf(header: readonly string[], wanted: Readonly<Record<string, string>>): Map<string, number> {
  if (header.length > MOST_COLUMNS) throw new UnreadableFile('The table has too many columns');
  const plain = header.map((name) =>
    name
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_'),
  );
  const fields = new Map<string, number>();
  for (const [field, usual] of Object.entries(names)) {
    const chosen = wanted[field]
      ?.trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_');
    const place = (chosen === undefined ? usual : [chosen]).map((name) => plain.indexOf(name)).find((at) => at >= 0);
    if (place !== undefined) fields.set(field, place);
    else if (chosen !== undefined) throw new UnreadableFile(`The table has no column for ${field} of that name`);
  }
  if (!fields.has('text')) throw new UnreadableFile('The table has no column of the name text; say which one it is');
  if (!fields.has('timestamp') && !fields.has('date')) {
    throw new UnreadableFile('The table has no column of the name date; say which one it is');
  }
  return fields;
}

function entryOf(at: string, row: readonly string[], fields: Map<string, number>, timeZone: string): Found {
  const cell = (field: string) => {
    const text = row[fields.get(field) ?? -1] ?? '';
    // Our own export puts an apostrophe before what a spreadsheet would compute.
    return text.replace(/^'(?=[\s\0]*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20|%])/, '');
  };
  const zone = cell('time_zone').trim() || timeZone;
  const local = [cell('date'), cell('time')].join(' ').trim();
  const timestamp = instantOf(cell('timestamp'), zone) ?? instantOf(local, zone);
  if (timestamp === undefined) return { at, message: 'date: Is none' };
  const id = cell('id').trim().toLowerCase();
  const isId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
  return foundEntry(
    at,
    {
      description: isId ? cell('text') : cleaned(cell('text')),
      tags: cleanedTags(cell('tags').split(',')),
      timestamp,
      time_zone: zone,
      location: cleanedPlace(cell('location')),
      coordinates: pointOf(cell('latitude'), cell('longitude'), cleanedPlace(cell('address'))),
    },
    {
      id: isId ? id : null,
      key: id || null,
      connected_to: cell('connected_to').trim().toLowerCase() || null,
      same_here: cell('same_here') === 'yes',
    },
  );
}
