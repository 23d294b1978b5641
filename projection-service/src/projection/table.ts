export type SqlType = 'uuid' | 'text' | 'timestamptz(3)' | 'int4' | 'float8' | 'date' | 'text[]' | 'uuid[]';

export type Columns<Row> = { readonly [Column in keyof Row & string]-?: SqlType };

/** A table with one row per `id`. */
export type RowTable<Row extends { id: string; revision: number }> = {
  readonly name: string;
  /** The column with the account that a row belongs to. */
  readonly owner: string;
  readonly columns: Columns<Row>;
};

/** What one anecdote contributes to something that is counted, such as each of its tags. */
export type Use = { anecdote: string; owner: string };

/** Counts uses by their owner and other columns: `key` names the counter's column and the use's column behind it. */
export type Counter<Row extends Use> = {
  readonly name: string;
  readonly key: { readonly [column: string]: keyof Row & string; readonly owner: 'owner' };
};

/** A table of uses and the counters over it. */
export type Facet<Row extends Use> = {
  readonly name: string;
  readonly columns: Columns<Row>;
  readonly counters: readonly Counter<Row>[];
};

/** The statements that make a read model's tables in a schema; indexes come apart so that a bulk load can go first. */
export type Ddl = {
  tables(schema: string): string;
  indexes(schema: string): string;
};
