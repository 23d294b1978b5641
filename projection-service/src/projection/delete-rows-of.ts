import type pg from 'pg';
import { longStatement } from '../db/long-statement.ts';

/**
 * Deletes all rows of a table that have `value`, an id, in `column`. Finds them by an index that begins with that
 * column. If there is none yet, as during a rebuild, it is created: a rebuild reaches the first emptied journal early,
 * while its tables are still small.
 */
export async function deleteRowsOf(
  tx: pg.ClientBase,
  { schema, table, column }: { schema: string; table: string; column: string },
  value: string,
): Promise<void> {
  await longStatement(
    tx,
    `do $$ begin
       if not exists (
         select from pg_index i
         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
         join pg_class c on c.oid = i.indexrelid
         join pg_am m on m.oid = c.relam
         where i.indrelid = '${schema}.${table}'::regclass and i.indpred is null and a.attname = '${column}'
           and m.amname = 'btree'
       ) then create index ${table}_by_${column} on ${schema}.${table} ("${column}"); end if;
     end $$`,
  );
  await longStatement(tx, `delete from ${schema}.${table} where "${column}" = '${value}'`);
}
