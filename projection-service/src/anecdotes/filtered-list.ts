import type { AccountId } from '@anecdotes/contracts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ViewsDatabase } from '../db/database.ts';
import { viewTable } from '../db/view-table.ts';
import { type HitCount, hitCount, MAX_COUNTED } from './count.ts';
import { matching, orderOf } from './filtering.ts';
import { inOrderOfTime } from './in-order-of-time.ts';
import type { JournalTotals } from './kept-totals.ts';
import { type JsonRow, listStatement, rowsFrom } from './list-statement.ts';
import { type AnecdoteFilter, isSearch, type Sorting } from './parameters.ts';
import type { ViewRow } from './table.ts';

const anecdotes = viewTable('anecdote');

type Wanted = {
  readonly sorting: Sorting;
  readonly limit: number;
  readonly offset?: number;
  /** A further condition, which does not affect the total. */
  readonly where?: RawBuilder<SqlBool> | undefined;
};

/**
 * Some of the anecdotes of `owner` that pass `filter`, in order, and how many pass in all, both from one state of the
 * views. They are counted unless `totals` knows their number.
 */
export async function filteredList(
  db: ViewsDatabase,
  owner: AccountId,
  filter: AnecdoteFilter,
  wanted: Wanted,
  totals?: JournalTotals,
): Promise<{ rows: ViewRow[]; count: HitCount }> {
  const read = async (known: HitCount | undefined) => {
    const parts = isSearch(filter) ? foundParts(owner, filter, wanted, known) : passing(owner, filter, wanted, known);
    const { ids, total, before } = parts;
    const more = [sql`${total} as total`, ...(totals ? [sql`${totals.snapshot} as snapshot`] : [])];
    const statement = listStatement<{ rows: JsonRow[]; total: number; snapshot: string }>(ids, more, before);
    const { rows: answer } = await statement.execute(db);
    const [{ rows, total: found, snapshot } = { rows: [], total: 0, snapshot: '' }] = answer;
    const counted = isSearch(filter) ? hitCount(found) : { totalCount: found };
    return { rows: rowsFrom(rows), count: known ?? counted, snapshot };
  };
  const { rows, count } = totals ? await totals.keep(filter, read) : await read(undefined);
  return { rows, count };
}

/**
 * The parts of a statement: an array of ids, how many there are in all (null if that is known), and the common table
 * expressions that both use.
 */
type Parts = { ids: RawBuilder<unknown>; total: RawBuilder<unknown>; before?: RawBuilder<unknown>[] };

function passing(owner: AccountId, filter: AnecdoteFilter, wanted: Wanted, known: HitCount | undefined): Parts {
  const count = sql`(select count(*)::int4 from ${anecdotes} as anecdote where ${matching(owner, filter)})`;
  return { ids: idsInOrder(owner, filter, wanted), total: known ? sql`null` : count };
}

function foundParts(owner: AccountId, filter: AnecdoteFilter, wanted: Wanted, known: HitCount | undefined): Parts {
  const { sorting, limit, offset = 0, where } = wanted;
  const columns = sql`anecdote.id`;
  const isByTime = sorting.by === 'timestamp';
  const counted = inOrderOfTime(owner, filter, {
    columns,
    order: isByTime ? sorting.order : 'desc',
    limit: MAX_COUNTED + 1,
  });
  if (!known && isByTime && where === undefined && offset + limit <= MAX_COUNTED + 1) {
    // The page is among the counted hits.
    return {
      before: [sql`found as materialized (${counted})`],
      ids: sql`array(select id from found limit ${limit} offset ${offset})`,
      total: sql`(select count(*)::int4 from found)`,
    };
  }
  const ids = isByTime
    ? sql`array(${inOrderOfTime(owner, filter, { columns, order: sorting.order, where, limit, offset })})`
    : idsInOrder(owner, filter, wanted);
  return { ids, total: known ? sql`null` : sql`(select count(*)::int4 from (${counted}) as found)` };
}

/** Deep pages skip many rows: only their ids in an index, not the rows themselves. */
function idsInOrder(
  owner: AccountId,
  filter: AnecdoteFilter,
  { sorting, limit, offset = 0, where = sql`true` }: Wanted,
): RawBuilder<unknown> {
  return sql`array(
    select anecdote.id from ${anecdotes} as anecdote where ${matching(owner, filter)} and ${where}
    order by ${orderOf(sorting)} limit ${limit} offset ${offset}
  )`;
}
