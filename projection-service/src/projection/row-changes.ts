import { settled } from '@anecdotes/contracts/server/postgres/transaction';
import type pg from 'pg';
import { deleteRowsOf } from './delete-rows-of.ts';
import { columnList, givenRows, parametersOf } from './statements.ts';
import type { RowTable } from './table.ts';

/** The changes of a batch to one table. */
export type RowChanges<Row> = {
  get(id: string): Row | undefined;
  put(row: Row): void;
  remove(id: string): void;
  /** Removes every row that has `value` in `column`. */
  forget(column: string, value: string): void;
  want(id: string): void;
  load(tx: pg.ClientBase, schema: string): Promise<void>;
  flush(tx: pg.ClientBase, schema: string): Promise<void>;
};

/**
 * Collects changes to `table`; a removed row is kept as null until it is written. With `areNew` nothing is stored yet of
 * what they are about.
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
    async flush(tx, schema) {
      for (const { column, value } of forgotten.values()) {
        await deleteRowsOf(tx, { schema, table: table.name, column }, value);
      }
      forgotten.clear();
      const removed: string[] = [];
      const rows: Row[] = [];
      for (const [id, row] of changed) {
        if (row === null) removed.push(id);
        else rows.push(row);
      }
      changed.clear();
      const remove = {
        name: `remove ${schema}.${table.name}`,
        text: `delete from ${schema}.${table.name} where id = any($1::uuid[])`,
      };
      const put = { name: `put ${schema}.${table.name}`, text: areNew ? insert(table, schema) : upsert(table, schema) };
      const values = parametersOf(table.columns, rows);
      await settled([
        ...(removed.length > 0 && !areNew ? [tx.query({ ...remove, values: [removed] })] : []),
        ...(rows.length > 0 ? [tx.query({ ...put, values })] : []),
      ]);
    },
  };
}

/** An older state never replaces a newer one, so that a repeated event changes nothing. */
function upsert<Row extends { id: string; revision: number }>(table: RowTable<Row>, schema: string): string {
  const updates = Object.keys(table.columns)
    .filter((column) => column !== 'id')
    .map((column) => `"${column}" = excluded."${column}"`);
  return `${insert(table, schema)}
    on conflict (id) do update set ${updates.join(', ')} where t.revision < excluded.revision`;
}

function insert<Row extends { id: string; revision: number }>(table: RowTable<Row>, schema: string): string {
  const columns = columnList(table.columns);
  return `
    insert into ${schema}.${table.name} as t (${columns})
    select ${columns} from ${givenRows(table.columns)}`;
}
