import type { AccountId, AnecdotePage, ChainSummary } from '@anecdotes/contracts';
import { type RawBuilder, sql } from 'kysely';
import { type ChainRow, chainRows, summariesOf } from '../connections/summaries.ts';
import { compiledOnce } from '../db/compiled-once.ts';
import type { ViewsDatabase } from '../db/database.ts';
import { fixedShape } from '../db/fixed-shape.ts';
import type { CursorPosition } from '../keyset.ts';
import { LIVE_SCHEMA } from '../projection/generation.ts';
import type { HitCount } from './count.ts';
import { afterValues, orderOf } from './filtering.ts';
import type { CountedList, Sorting } from './parameters.ts';
import type { ViewRow } from './table.ts';
import { viewColumns } from './view.ts';

const MAX_AVAILABLE_TAGS = 100;

/**
 * As many rows are looked for as the next of these and one more: of a limit that it does not know the planner thinks that
 * it is a tenth of all, and then plans the statement anew for each call, which takes longer than to execute it.
 */
const SIZES = [20, 50, 100];

const table = (name: string) => sql.table(`${LIVE_SCHEMA}.${name}`);
const columns = sql.join(viewColumns.map((column) => sql.ref(column)));

/** One row more than is shown, where there is one; the chains of those that are shown; the length of the list. */
type Part = { readonly rows: ViewRow[]; readonly chains: (ChainSummary | null)[]; readonly count: HitCount };

/** Rows as JSON: one column of the answer instead of some three hundred. */
type JsonRow = Omit<ViewRow, 'at' | 'created_at' | 'updated_at'> & Record<'at' | 'created_at' | 'updated_at', string>;
type Read = { rows: JsonRow[]; chains: ChainRow[]; total: number | null };
type Bounds = { names: string[]; earliest: Date | null; latest: Date | null };

/** A numbered page of a list of `owner`, and what the journal can be narrowed by, in one statement or two. */
export async function pageOfCounted(
  db: ViewsDatabase,
  owner: AccountId,
  list: CountedList,
  { sorting, shown, offset }: { sorting: Sorting; shown: number; offset: number },
): Promise<Part & { filters: AnecdotePage['filters'] }> {
  const size = sizeFor(shown);
  const ids = offset === 0 ? undefined : await idsFrom(db, owner, list, { sorting, limit: shown + 1, offset });
  const name = ids === undefined ? `page ${size}` : 'page of ids';
  const query = queryFor(name, list, sorting, (value) =>
    listOf(
      ids === undefined ? firstIds(list, sorting, size, value) : sql`${value('ids')}::uuid[]`,
      value,
      lengthOf(list, value),
      boundsOf(value),
    ),
  );
  const [read] = (await query(db, { owner, ...list, shown, ids })) as (Read & Bounds)[];
  return { ...partOf(read, shown), filters: filtersFrom(read) };
}

/** The anecdotes of a list of `owner` behind `position`, or the first ones, in one statement. */
export async function countedAfter(
  db: ViewsDatabase,
  owner: AccountId,
  list: CountedList,
  { sorting, shown, position }: { sorting: Sorting; shown: number; position: CursorPosition | undefined },
): Promise<Part> {
  const size = sizeFor(shown);
  const query = queryFor(`${position === undefined ? 'first' : 'after'} ${size}`, list, sorting, (value) =>
    listOf(
      firstIds(list, sorting, size, value, position && [value('last'), value('lastId')]),
      value,
      lengthOf(list, value),
    ),
  );
  const [last, lastId] = position ?? [];
  const [read] = await query(db, { owner, ...list, shown, last, lastId });
  return partOf(read, shown);
}

/** What the journal of `owner` can be narrowed by, the most used tags first. */
export async function filtersOf(db: ViewsDatabase, owner: AccountId): Promise<AnecdotePage['filters']> {
  const [bounds] = await readBounds(db, { owner });
  return filtersFrom(bounds);
}

function sizeFor(shown: number): number {
  return SIZES.find((size) => size >= shown) ?? shown;
}

/** Steps over the others in an index alone. */
async function idsFrom(
  db: ViewsDatabase,
  owner: AccountId,
  list: CountedList,
  { sorting, limit, offset }: { sorting: Sorting; limit: number; offset: number },
): Promise<string[]> {
  const values: Record<string, unknown> = { owner, ...list };
  const { rows } = await sql<{ id: string }>`
    select anecdote.id from ${anecdotesOf(list, (name) => sql`${values[name]}`)}
    order by ${orderOf(sorting)} limit ${limit} offset ${offset} ${fixedShape}`.execute(db);
  return rows.map(({ id }) => id);
}

type Value = (name: string) => RawBuilder<unknown>;
type Values = { readonly owner: AccountId; readonly shown: number; readonly [name: string]: unknown };
type Query = (db: ViewsDatabase, values: Values) => Promise<Read[]>;

const queries = new Map<string, Query>();

/** The query `name` of such a list in the order of `sorting`, which is built when it is first asked for. */
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

/** The `from` and `where` of what is in a list: `anecdote` with its `id` and what the list is in the order of. */
function anecdotesOf({ tag }: CountedList, value: Value): RawBuilder<unknown> {
  if (tag === undefined) return sql`${table('anecdote')} as anecdote where anecdote.owner = ${value('owner')}`;
  const uses = sql`select anecdote as id, at from ${table('tag_use')}
    where owner = ${value('owner')} and tag = ${value('tag')}`;
  return sql`(${uses}) as anecdote where true`;
}

/** How many are in a list. */
function lengthOf({ tag }: CountedList, value: Value): RawBuilder<unknown> {
  const counter =
    tag === undefined
      ? sql`${table('journal')} where owner = ${value('owner')}`
      : sql`${table('tag')} where owner = ${value('owner')} and name = ${value('tag')}`;
  return sql`(select count from ${counter}) as total`;
}

/** The query of an array of the ids of one anecdote more than `size`, the first ones or those behind a position. */
function firstIds(
  list: CountedList,
  sorting: Sorting,
  size: number,
  value: Value,
  position?: readonly [value: RawBuilder<unknown>, id: RawBuilder<unknown>],
): RawBuilder<unknown> {
  const isBehind = position === undefined ? sql`true` : afterValues(sorting, position);
  return sql`array(
    select anecdote.id from ${anecdotesOf(list, value)} and ${isBehind}
    order by ${orderOf(sorting)} limit ${sql.lit(size + 1)}
  )`;
}

/** The statement of a list: the rows of `ids`, the chains of those that are shown, and `more`. */
function listOf(ids: RawBuilder<unknown>, value: Value, ...more: RawBuilder<unknown>[]): RawBuilder<Read> {
  const cards = sql`(select id, connected_to as parent, number from card where number <= ${value('shown')}) as card`;
  const selected = [
    sql`coalesce((
      select json_agg(card order by number) from card where number <= ${value('shown')} + 1
    ), '[]') as rows`,
    sql`coalesce((select json_agg(chain) from (${chainRows(value('owner'), cards)}) as chain), '[]') as chains`,
    ...more,
  ];
  return sql<Read>`
    with card as materialized (
      select ${columns}, listed.number::int4 from unnest(${ids}) with ordinality as listed(id, number)
      cross join lateral (select * from ${table('anecdote')} where id = listed.id offset 0) as anecdote
    )
    select ${sql.join(selected)}`;
}

function partOf(read: Read | undefined, shown: number): Part {
  const { rows = [], chains = [], total = 0 } = read ?? {};
  const instants = ({ at, created_at, updated_at }: JsonRow) => ({
    at: new Date(at),
    created_at: new Date(created_at),
    updated_at: new Date(updated_at),
  });
  return {
    rows: rows.map((row) => ({ ...row, ...instants(row) })),
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
    sql`(select at from ${table('anecdote')} where owner = ${owner} order by at ${direction} limit 1)`;
  const names = sql`select name from ${table('tag')} where owner = ${owner}
    order by count desc, name limit ${sql.lit(MAX_AVAILABLE_TAGS)}`;
  return sql`array(${names}) as names, ${end(sql`asc`)} as earliest, ${end(sql`desc`)} as latest`;
}

function filtersFrom({ names, earliest, latest }: Bounds = { names: [], earliest: null, latest: null }) {
  return {
    availableTags: names,
    dateRange: { earliest: earliest?.toISOString() ?? null, latest: latest?.toISOString() ?? null },
  };
}
