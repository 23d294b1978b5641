import type { ImportColumn } from '@anecdotes/contracts';
import { degreesIn, pointOf } from './coordinates.ts';
import {
  anecdoteIdIn,
  type FileToRead,
  type Found,
  type FoundPart,
  foundEntry,
  UnreadableFile,
  withLeftOut,
} from './found.ts';
import { cellOf, columnsOf, type Fields, missingIn, tableOf, unreadIn } from './table-columns.ts';
import { datesOf, decidedOrder, needsOrder, requestedOrder } from './table-dates.ts';
import { rowsIn, type TableRow } from './table-rows.ts';
import { cleaned, cleanedPlace, cleanedTags } from './texts.ts';
import type { DateOrders } from './written-date.ts';
import { firstMoment } from './zoned.ts';

const ROWS_AT_ONCE = 100;

type Options = Pick<FileToRead, 'timeZone' | 'columns' | 'dateOrder' | 'isDryRun'>;

/**
 * The anecdotes in a table in UTF-8 whose first line has the names of its columns. `open` starts to read the table; it
 * is read a second time when a date needs the order of day and month in all dates. Throws UnreadableFile.
 */
export async function* table(open: () => AsyncIterable<string>, options: Options): AsyncGenerator<FoundPart> {
  let header: TableRow['record'] | undefined;
  let fields: Fields = new Map();
  let order = requestedOrder(options.dateOrder);
  let found: Found[] = [];
  for await (const row of rowsIn(open())) {
    if (header === undefined) {
      header = row.record;
      fields = columnsOf(header, options.columns);
      const missing = missingIn(fields);
      if (missing !== undefined && !options.isDryRun) throw new UnreadableFile(missing);
      const message = missing ?? unreadIn(header, fields);
      const problems = message === undefined ? [] : [{ at: 'line 1', message }];
      yield { format: 'csv', found: problems, table: { ...tableOf(header, fields), date_order: order.shown } };
      if (missing !== undefined) return;
      continue;
    }
    if (order.shown === null && needsOrder(row.record, fields)) {
      order = await decidedOrder(rowsIn(open()), fields);
      yield { format: 'csv', found: [], table: { ...tableOf(header, fields), date_order: order.shown } };
    }
    found.push(...entryOf(row, fields, options.timeZone, order.orders));
    if (found.length >= ROWS_AT_ONCE) {
      yield { format: 'csv', found };
      found = [];
    }
  }
  yield { format: 'csv', found };
}

function entryOf(row: TableRow, fields: Fields, timeZone: string, orders: DateOrders): Found[] {
  const at = `line ${row.line}`;
  const cell = (field: ImportColumn) => cellOf(row.record, fields, field);
  const zone = cell('time_zone').trim() || timeZone;
  const dates = datesOf(row.record, fields);
  const moment = firstMoment(dates.map((text) => ({ text, time: cell('time'), timeZone: zone, orders })));
  if ('message' in moment) return [{ at, message: moment.message }];
  const address = cleanedPlace(cell('address'));
  const [latitude, longitude] = degreesIn(cell('coordinates'));
  const point = pointOf(cell('latitude').trim() || latitude, cell('longitude').trim() || longitude, address);
  const id = anecdoteIdIn(cell('id'));
  const isOwn = id !== null;
  const { tags, tagProblems } = cleanedTags(isOwn ? cell('tags').split(',') : tagsIn(cell('tags')), { isOwn });
  const found = foundEntry(
    at,
    {
      description: isOwn ? cell('text').replaceAll('\r\n', '\n') : cleaned(cell('text')),
      tags,
      timestamp: moment.timestamp,
      time_zone: zone,
      location: cleanedPlace(cell('location')),
      coordinates: point.coordinates,
    },
    {
      id,
      key: cell('id').trim().toLowerCase() || null,
      connected_to: cell('connected_to').trim().toLowerCase() || null,
      same_here: cell('same_here') === 'yes',
    },
  );
  return withLeftOut(found, point.problem, ...tagProblems);
}

/** The tags in a cell of another program's table, separated by commas or, if there are none, by semicolons. */
function tagsIn(cell: string): string[] {
  return cell.split(cell.includes(',') ? ',' : ';');
}
