import type { ColumnType } from 'kysely';

export type SqlType =
  | 'uuid'
  | 'text'
  | 'timestamptz(3)'
  | 'int2[]'
  | 'int4'
  | 'int8'
  | 'float8'
  | 'date'
  | 'text[]'
  | 'uuid[]';

/** The SQL type of a column; `Written` is what a projector writes into it, `Selected` what a query reads from it. */
export type Column<Written = unknown, Selected = unknown> = {
  readonly type: SqlType;
  readonly nullable: boolean;
  /** Never set: they only carry the types to rows and queries. */
  readonly written?: Written;
  readonly selected?: Selected;
};

export type Columns = { readonly [column: string]: Column };

function column<Written, Selected = Written>(type: SqlType) {
  return (): Column<Written, Selected> => ({ type, nullable: false });
}

export const uuid = column<string>('uuid');
export const date = column<string>('date');
export const integer = column<number>('int4');
/** A position in the log: written as decimal text. */
export const position = column<string, bigint>('int8');
export const float = column<number>('float8');
export const uuids = column<string[]>('uuid[]');
/** Numbers from -32768 to 32767. */
export const smallIntegers = column<number[]>('int2[]');
/** An instant: written as an ISO 8601 text, read as a `Date`. */
export const instant = column<string, Date>('timestamptz(3)');
export const text = <Value extends string = string>(): Column<Value, Value> => ({ type: 'text', nullable: false });
export const texts = <Value extends string = string>(): Column<Value[], Value[]> => ({
  type: 'text[]',
  nullable: false,
});

/** The same column, which may also hold null. */
export function nullable<Written, Selected>(
  column: Column<Written, Selected>,
): Column<Written | null, Selected | null> {
  return { type: column.type, nullable: true };
}

type WrittenOf<C> = C extends Column<infer Written, unknown> ? Written : never;
type SelectedColumn<C> =
  C extends Column<infer Written, infer Selected> ? ColumnType<Selected, Written, Written> : never;

/** A table of a generation of views. */
export type Table = {
  readonly name: string;
  /** The column with the account that a row belongs to. */
  readonly owner: string;
  readonly columns: Columns;
  readonly primaryKey: readonly string[];
  /** The part of a page that inserts fill, in percent; less than 100 leaves room for updates in place. */
  readonly fillFactor: number;
  /** The statements that make its other indexes, to run after a bulk load; empty when there are none. */
  indexes(schema: string): string;
};

type TableWith<Name extends string, C extends Columns> = Omit<Table, 'name' | 'columns'> & {
  readonly name: Name;
  readonly columns: C;
  readonly row?: RowOf<C>;
};

/** A table with one row per `id`: the one with the highest `revision`. */
export type RowTable<Row extends { id: string; revision: number }> = Table & { readonly row?: Row };

/** Names one row of a table. */
export type RowReference = { readonly table: RowTable<{ id: string; revision: number }>; readonly id: string };

type RowOf<C extends Columns> = { -readonly [Name in keyof C]: WrittenOf<C[Name]> };

/** The type of a table for queries with Kysely. */
export type SelectedOf<T extends { columns: Columns }> = {
  -readonly [Name in keyof T['columns']]: SelectedColumn<T['columns'][Name]>;
};

/** Defines a table with one row per `id`; row type, query type and DDL follow from `columns`. */
export function defineTable<
  const Name extends string,
  const C extends Columns & { readonly id: Column<string, string>; readonly revision: Column<number, number> },
>(definition: {
  name: Name;
  owner: keyof C & string;
  columns: C;
  indexes?(schema: string): string;
}): TableWith<Name, C> {
  return { primaryKey: ['id'], fillFactor: 100, indexes: () => '', ...definition };
}

/** A table whose rows the database makes from the rows of other tables. */
export type Derived = Table & {
  /**
   * The statement that recomputes the rows that depend on some anecdotes; its parameters are their ids and those of
   * their owners.
   */
  recompute(schema: string): string;
  /** The statements that empty and fill it. */
  fill(schema: string): string;
};

/** Defines a derived table; its rows belong to the account in `owner`. */
export function defineDerived<
  const Name extends string,
  const C extends Columns & { readonly owner: Column<string, string> },
>(
  definition: Pick<Derived, 'recompute' | 'fill' | 'indexes'> & {
    name: Name;
    columns: C;
    primaryKey: readonly (keyof C & string)[];
  },
): TableWith<Name, C> & Derived {
  return { owner: 'owner', fillFactor: 70, ...definition };
}

/** What one anecdote contributes to something that is counted, such as each of its tags. */
export type Use = { anecdote: string; owner: string };

/** Counts the uses of a facet; `countedBy` names, for each column of the counter's key, the column of the facet. */
export type Counter = Table & { readonly countedBy: { readonly [column: string]: string } };

/** A table of uses and the counters over it. */
export type Facet<Row extends Use> = Table & { readonly counters: readonly Counter[]; readonly row?: Row };

/** Defines a facet; `primaryKey` says how many uses an anecdote can have. */
export function defineFacet<
  const Name extends string,
  const C extends Columns & { readonly anecdote: Column<string, string>; readonly owner: Column<string, string> },
  const Counters extends readonly (Counter & { countedBy: { readonly [column: string]: keyof C & string } })[],
>(definition: {
  name: Name;
  columns: C;
  primaryKey: readonly (keyof C & string)[];
  counters: Counters;
  indexes?(schema: string): string;
}): TableWith<Name, C> & { readonly counters: Counters } {
  return { owner: 'owner', fillFactor: 100, indexes: () => '', ...definition };
}

/**
 * Defines the table that counts the uses of a facet by the columns of `key`; `countedBy` names the facet's columns. For
 * a column with a list, each element is counted.
 */
export function defineCounter<
  const Name extends string,
  const Key extends Columns & { readonly owner: Column<string, string> },
  const CountedBy extends { readonly [Name in keyof Key]: string },
>({
  name,
  key,
  countedBy,
  indexes = () => '',
}: {
  name: Name;
  key: Key;
  countedBy: CountedBy;
  indexes?(schema: string): string;
}) {
  const primaryKey: readonly string[] = Object.keys(key);
  const columns = { ...key, count: integer() };
  return { name, owner: 'owner', columns, countedBy, primaryKey, fillFactor: 70, indexes };
}

/**
 * The statement that creates a table in `schema`, without its other indexes. A crash of the database empties an
 * unlogged one.
 */
export function createStatement(
  { name, columns, primaryKey, fillFactor }: Table,
  schema: string,
  kind: 'table' | 'unlogged table' = 'table',
): string {
  const lines = Object.entries(columns).map(
    ([column, { type, nullable }]) => `"${column}" ${type}${nullable ? '' : ' not null'}`,
  );
  const key = primaryKey.map((column) => `"${column}"`).join(', ');
  return `create ${kind} ${schema}.${name} (${lines.join(', ')}, primary key (${key})) with (fillfactor = ${fillFactor});`;
}

/**
 * The statement that recounts the uses of `facet` in `schema`; counters of one account are stored next to each other.
 */
export function countStatement(facet: Table, { name, countedBy }: Counter, schema: string): string {
  const names = Object.keys(countedBy).map((column) => `"${column}"`);
  return `truncate ${schema}.${name};
    insert into ${schema}.${name} (${names.join(', ')}, count)
    select ${names.join(', ')}, count(*)::int4 from (select ${countedKey(facet, countedBy)} from ${schema}.${facet.name}) as used
    group by ${names.join(', ')} order by ${names.join(', ')};`;
}

/** What a counter counts the rows of `facet` by, as a select list: each element of a list, any other column as it is. */
export function countedKey({ columns }: Pick<Table, 'columns'>, countedBy: Counter['countedBy']): string {
  const key = Object.entries(countedBy).map(([own, column]) => {
    const isList = columns[column]?.type.endsWith('[]') ?? false;
    return `${isList ? `unnest("${column}")` : `"${column}"`} as "${own}"`;
  });
  return key.join(', ');
}
