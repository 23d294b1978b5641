import type { AccountId, AnecdotePage, ChainSummary } from '@anecdotes/contracts';
import { type RawBuilder, sql } from 'kysely';
import { type ChainRow, chainRows, summariesOf } from '../connections/summaries.ts';
import { compiledOnce } from '../db/compiled-once.ts';
import type { ViewsDatabase } from '../db/database.ts';
import { viewTable } from '../db/view-table.ts';
import type { CursorPosition } from '../keyset.ts';
import type { HitCount } from './count.ts';
import { afterValues, orderOf } from './filtering.ts';
import { type JsonRow, listStatement, rowsFrom } from './list-statement.ts';
import type { CountedList, Sorting } from './parameters.ts';
import type { ViewRow } from './table.ts';

const MAX_AVAILABLE_TAGS = 100;

/** The rows that are shown and one more if there is one, the chains of the shown rows, and the length of the list. */
type Part = { readonly rows: ViewRow[]; readonly chains: (ChainSummary | null)[]; readonly count: HitCount };

type Read = { rows: JsonRow[]; chains: ChainRow[]; total: number | null };
type Bounds = { names: string[]; earliest: Date | null; latest: Date | null };

/** A numbered page of a list of `owner`, and what the journal can be filtered by, in one statement. */
export async function pageOfCounted(
  db: ViewsDatabase,
  owner: AccountId,
  list: CountedList,
  { sorting, shown, offset }: { sorting: Sorting; shown: number; offset: number },
): Promise<Part & { filters: AnecdotePage['filters'] }> {
  const query = queryFor('page', list, sorting, (value) =>
    // The rows before the page are skipped in an index, without reading them.
    statementOf(list, value, idsOf(list, sorting, value, { offset: unplanned(value('offset')) }), boundsOf(value)),
  );
  const [read] = (await query(db, { owner, ...list, shown, offset })) as (Read & Bounds)[];
  return { ...partOf(read, shown), filters: filtersFrom(read) };
}

/** The anecdotes of a list of `owner` after `position`, or the first ones, in one statement. */
export async function countedAfter(
  db: ViewsDatabase,
  owner: AccountId,
  list: CountedList,
  { sorting, shown, position }: { sorting: Sorting; shown: number; position: CursorPosition | undefined },
): Promise<Part> {
  const query = queryFor(position === undefined ? 'first' : 'after', list, sorting, (value) => {
    const where = position && afterValues(sorting, [value('last'), value('lastId')]);
    return statementOf(list, value, idsOf(list, sorting, value, { where }));
  });
  const [last, lastId] = position ?? [];
  const [read] = await query(db, { owner, ...list, shown, last, lastId });
  return partOf(read, shown);
}

/** What the journal of `owner` can be filtered by, the most used tags first. */
export async function filtersOf(db: ViewsDatabase, owner: AccountId): Promise<AnecdotePage['filters']> {
  const [bounds] = await readBounds(db, { owner });
  return filtersFrom(bounds);
}

type Value = (name: string) => RawBuilder<unknown>;
type Values = { readonly owner: AccountId; readonly shown: number; readonly [name: string]: unknown };
type Query = (db: ViewsDatabase, values: Values) => Promise<Read[]>;

const queries = new Map<string, Query>();

/** The query `name` of such a list in the order of `sorting`; it is built when it is first needed. */
function queryFor(
  name: string,
  { tag }: CountedList,
  { by, order }: Sorting,
  build: (value: Value) => RawBuilder<Read>,
): Query {
  const key = `${name} ${tag === undefined ? 'journal' : 'tag'} ${by} ${order}`;
  const known = queries.get(key) ?? compiledOnce<Values, Read>((value) => build(value as Value));
  queries.set(key, known);
  return known;
}

/**
 * The `from` and `where` of the anecdotes in a list: `anecdote` with its `id` and the column that the list is ordered
 * by.
 */
function anecdotesOf({ tag }: CountedList, value: Value): RawBuilder<unknown> {
  if (tag === undefined) return sql`${viewTable('anecdote')} as anecdote where anecdote.owner = ${value('owner')}`;
  const uses = sql`select anecdote as id, at from ${viewTable('tag_use')}
    where owner = ${value('owner')} and tag = ${value('tag')}`;
  return sql`(${uses}) as anecdote where true`;
}

/** The length of a list, from a counter. */
function lengthOf({ tag }: CountedList, value: Value): RawBuilder<unknown> {
  const counter =
    tag === undefined
      ? sql`${viewTable('journal')} where owner = ${value('owner')}`
      : sql`${viewTable('tag')} where owner = ${value('owner')} and name = ${value('tag')}`;
  return sql`(select count from ${counter}) as total`;
}

/** The query of an array with the ids of the anecdotes that are shown and of one more. */
function idsOf(
  list: CountedList,
  sorting: Sorting,
  value: Value,
  { where = sql`true`, offset = sql`0` }: { where?: RawBuilder<unknown> | undefined; offset?: RawBuilder<unknown> },
): RawBuilder<unknown> {
  return sql`array(
    select anecdote.id from ${anecdotesOf(list, value)} and ${where}
    order by ${orderOf(sorting)} limit ${unplanned(value('shown'))} + 1 offset ${offset}
  )`;
}

/**
 * A number that the planner does not know. If it knew a limit or an offset, a plan for this value would seem cheaper
 * than one for all values; it would then plan the statement again for each call, which takes longer than executing it.
 */
function unplanned(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select ${value}::int4)`;
}

/** The statement of a list: the rows of `ids`, the chains of the shown ones, the length of the list, and `more`. */
function statementOf(
  list: CountedList,
  value: Value,
  ids: RawBuilder<unknown>,
  ...more: RawBuilder<unknown>[]
): RawBuilder<Read> {
  const shown = sql`(select id, connected_to as parent, number from card where number <= ${value('shown')}) as card`;
  const chains = sql`coalesce((
      select json_agg(chain) from (${chainRows(value('owner'), shown)}) as chain
    ), '[]') as chains`;
  return listStatement<Read>(ids, [chains, lengthOf(list, value), ...more]);
}

function partOf(read: Read | undefined, shown: number): Part {
  const { rows = [], chains = [], total = 0 } = read ?? {};
  return {
    rows: rowsFrom(rows),
    chains: summariesOf(chains, Math.min(rows.length, shown)),
    count: { totalCount: total ?? 0 },
  };
}

const readBounds = compiledOnce<{ owner: AccountId }, Bounds>(
  (value) => sql<Bounds>`select ${boundsOf(value as Value)}`,
);

/** The columns of `Bounds`. */
function boundsOf(value: Value): RawBuilder<unknown> {
  const owner = value('owner');
  const end = (direction: RawBuilder<unknown>) =>
    sql`(select at from ${viewTable('anecdote')} where owner = ${owner} order by at ${direction} limit 1)`;
  const names = sql`select name from ${viewTable('tag')} where owner = ${owner}
    order by count desc, name limit ${sql.lit(MAX_AVAILABLE_TAGS)}`;
  return sql`array(${names}) as names, ${end(sql`asc`)} as earliest, ${end(sql`desc`)} as latest`;
}

function filtersFrom({ names, earliest, latest }: Bounds = { names: [], earliest: null, latest: null }) {
  return {
    availableTags: names,
    dateRange: { earliest: earliest?.toISOString() ?? null, latest: latest?.toISOString() ?? null },
  };
}
