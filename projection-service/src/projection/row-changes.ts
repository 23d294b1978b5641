import type pg from 'pg';
import { deleteRowsOf } from './delete-rows-of.ts';
import { columnList, givenRows, parametersOf } from './statements.ts';
import type { RowTable, Table } from './table.ts';
import type { WritePart } from './write-statement.ts';

/** The changes of a batch to one table. */
export type RowChanges<Row> = {
  get(id: string): Row | undefined;
  put(row: Row): void;
  remove(id: string): void;
  /** Removes every row that has `value` in `column`. */
  forget(column: string, value: string): void;
  want(id: string): void;
  load(tx: pg.ClientBase, schema: string): Promise<void>;
  /** Deletes the forgotten rows; to be called before the other changes are written. */
  forgetRows(tx: pg.ClientBase, schema: string): Promise<void>;
  /** Returns the parts of a statement that write the other changes, which count as stored from then on. */
  takeParts(schema: string): WritePart[];
};

/**
 * Collects changes to `table`; a removed row is kept as null until the change is written. With `areNew` none of these
 * rows is stored yet.
 */
export function rowChanges<Row extends { id: string; revision: number }>(
  table: RowTable<Row>,
  { areNew }: { areNew: boolean },
): RowChanges<Row> {
  const wanted = new Set<string>();
  const stored = new Map<string, Row>();
  const changed = new Map<string, Row | null>();
  const forgotten = new Map<string, { column: string; value: string }>();

  return {
    get(id) {
      const row = changed.get(id);
      return row === undefined ? stored.get(id) : (row ?? undefined);
    },
    put(row) {
      changed.set(row.id, row);
    },
    remove(id) {
      changed.set(id, null);
    },
    forget(column, value) {
      forgotten.set(`${column} ${value}`, { column, value });
      for (const rows of [stored, changed]) {
        for (const [id, row] of rows) if (row?.[column as keyof Row] === value) rows.delete(id);
      }
    },
    want(id) {
      wanted.add(id);
    },
    async load(tx, schema) {
      if (areNew || wanted.size === 0) return;
      const { rows } = await tx.query<{ row: Row }>({
        name: `load ${schema}.${table.name}`,
        text: `select row_to_json(t) as row from ${schema}.${table.name} t where id = any($1::uuid[])`,
        values: [[...wanted]],
      });
      for (const { row } of rows) stored.set(row.id, row);
      wanted.clear();
    },
    async forgetRows(tx, schema) {
      for (const { column, value } of forgotten.values()) {
        await deleteRowsOf(tx, { schema, table: table.name, column }, value);
      }
      forgotten.clear();
    },
    takeParts(schema) {
      const removed: string[] = [];
      const rows: Row[] = [];
      for (const [id, row] of changed) {
        if (row === null) {
          removed.push(id);
          stored.delete(id);
        } else {
          rows.push(row);
          stored.set(id, row);
        }
      }
      changed.clear();
      const parts: WritePart[] = [];
      if (removed.length > 0 && !areNew) parts.push(removal(table, schema, removed));
      if (rows.length > 0) parts.push(areNew ? insertion(table, schema, rows) : upsert(table, schema, rows));
      return parts;
    },
  };
}

function removal(table: Table, schema: string, removed: readonly string[]): WritePart {
  return {
    key: `remove ${schema}.${table.name}`,
    expressions: (first) =>
      `remove_${table.name} as (delete from ${schema}.${table.name} where id = any($${first}::uuid[]))`,
    values: [removed],
  };
}

/** An older state never replaces a newer one, so that a repeated event changes nothing. */
function upsert(table: Table, schema: string, rows: readonly object[]): WritePart {
  const updates = Object.keys(table.columns)
    .filter((column) => column !== 'id')
    .map((column) => `"${column}" = excluded."${column}"`);
  return {
    key: `put ${schema}.${table.name}`,
    expressions: (first) => `put_${table.name} as (${insertStatement(table, schema, first)}
      on conflict (id) do update set ${updates.join(', ')} where t.revision < excluded.revision)`,
    values: parametersOf(table.columns, rows),
  };
}

function insertion(table: Table, schema: string, rows: readonly object[]): WritePart {
  return {
    key: `insert ${schema}.${table.name}`,
    expressions: (first) => `insert_${table.name} as (${insertStatement(table, schema, first)})`,
    values: parametersOf(table.columns, rows),
  };
}

function insertStatement({ name, columns }: Table, schema: string, first: number): string {
  const list = columnList(columns);
  return `insert into ${schema}.${name} as t (${list}) select ${list} from ${givenRows(columns, first)}`;
}
