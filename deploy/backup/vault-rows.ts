import type pg from 'pg';
import { identifier, type Table } from './vault-tables.ts';

/** A row of the vault: its table, and its columns as Postgres writes them in JSON. */
export type VaultRow = { readonly table: string; readonly row: string };

const PAGE = 200;

/** The rows of `tables` as the transaction of `tx` sees them, table by table. */
export async function* dumpRows(tx: pg.ClientBase, tables: readonly Table[]): AsyncGenerator<VaultRow, void, void> {
  for (const { name } of tables) {
    await tx.query(`declare dump no scroll cursor for select row_to_json(t)::text as row from ${identifier(name)} t`);
    for (;;) {
      const { rows } = await tx.query<{ row: string }>(`fetch ${PAGE} from dump`);
      for (const { row } of rows) yield { table: name, row };
      if (rows.length < PAGE) break;
    }
    await tx.query('close dump');
  }
}

/** Inserts `rows`, parents first, into the empty tables of a vault of the same schema. Returns row counts by table. */
export async function loadRows(tx: pg.ClientBase, rows: AsyncIterable<VaultRow>): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  let waiting: VaultRow[] = [];
  const store = async () => {
    const [first] = waiting;
    if (first === undefined) return;
    const table = identifier(first.table);
    const texts = `[${waiting.map(({ row }) => row).join()}]`;
    await tx.query(
      `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1::json)`,
      [texts],
    );
    counts.set(first.table, (counts.get(first.table) ?? 0) + waiting.length);
    waiting = [];
  };
  for await (const row of rows) {
    if (waiting.length === PAGE || (waiting[0] && waiting[0].table !== row.table)) await store();
    waiting.push(row);
  }
  await store();
  return counts;
}

/** The line of a backup that holds `row`; `toRow` parses it. */
export function toLine({ table, row }: VaultRow): string {
  return `${JSON.stringify(table)} ${row}`;
}

export function toRow(line: string): VaultRow {
  const end = line.indexOf(' ');
  return { table: JSON.parse(line.slice(0, end)) as string, row: line.slice(end + 1) };
}
