import type pg from 'pg';
import { longStatement } from '../db/long-statement.ts';

/**
 * Deletes all rows of `account` from a table whose column `owner` says whose a row is. Finds them by an index that
 * begins with it. Where there is none yet, as while views are filled anew, one is made: a rebuild meets the first
 * emptied journal early, long before its tables are large.
 */
export async function deleteRowsOf(
  tx: pg.ClientBase,
  { schema, table, owner }: { schema: string; table: string; owner: string },
  account: string,
): Promise<void> {
  await longStatement(
    tx,
    `do $$ begin
       if not exists (
         select from pg_index i
         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
         join pg_class c on c.oid = i.indexrelid
         join pg_am m on m.oid = c.relam
         where i.indrelid = '${schema}.${table}'::regclass and i.indpred is null and a.attname = '${owner}'
           and m.amname = 'btree'
       ) then create index ${table}_of on ${schema}.${table} ("${owner}"); end if;
     end $$`,
  );
  await longStatement(tx, `delete from ${schema}.${table} where "${owner}" = '${account}'`);
}
