import type { DateOrderChoice, ImportTable } from '@anecdotes/contracts';
import { cellOf, type Fields } from './table-columns.ts';
import type { TableRow } from './table-rows.ts';
import { type DateOrders, dateAtStart, orderShownBy } from './written-date.ts';

/** How dates are read before the table has shown their order. */
const UNDECIDED: DateOrders = { dots: 'day-first', others: 'day-first' };

/** The order of day and month in the dates of a table. */
export type TableOrder = {
  readonly orders: DateOrders;
  /** For the report; null while no date needs a decision. */
  readonly shown: ImportTable['date_order'];
};

/** The order that the request says; for `automatic` the one that dates have before `decidedOrder` is needed. */
export function requestedOrder(wanted: DateOrderChoice): TableOrder {
  if (wanted === 'automatic') return { orders: UNDECIDED, shown: null };
  return { orders: { dots: wanted, others: wanted }, shown: { order: wanted, from: 'request' } };
}

/** True if a date of `record` can be read only when the order is known. */
export function needsOrder(record: TableRow['record'], fields: Fields): boolean {
  return orderIn(record, fields) !== undefined;
}

/** The order that most dates of a table with these `rows` show; day first if they show none, or both equally often. */
export async function decidedOrder(rows: AsyncIterable<TableRow>, fields: Fields): Promise<TableOrder> {
  const counts = { 'day-first': 0, 'month-first': 0, either: 0 };
  let isHeader = true;
  for await (const { record } of rows) {
    const order = isHeader ? undefined : orderIn(record, fields);
    isHeader = false;
    if (order !== undefined) counts[order] += 1;
  }
  const order = counts['month-first'] > counts['day-first'] ? 'month-first' : 'day-first';
  const from = counts['month-first'] === counts['day-first'] ? 'default' : 'column';
  return { orders: { ...UNDECIDED, others: order }, shown: { order, from } };
}

/** The texts that hold the date of a row, in the order in which they are tried. */
export function datesOf(record: TableRow['record'], fields: Fields): string[] {
  return [cellOf(record, fields, 'timestamp'), cellOf(record, fields, 'date')].map((text) => text.trim());
}

/** What the first date of a row shows about the order. */
function orderIn(record: TableRow['record'], fields: Fields): ReturnType<typeof orderShownBy> {
  for (const text of datesOf(record, fields)) {
    const order = orderShownBy(text);
    if (order !== undefined || dateAtStart(text, UNDECIDED) !== undefined) return order;
  }
  return undefined;
}
