import { inTransaction } from '@anecdotes/contracts/server/postgres/transaction';
import type pg from 'pg';
import type { EventSource } from '../event-source.ts';

/** Any constant: taken by whoever compares the log with the one that the views were made from. */
const IDENTITY_LOCK = 7_014_310_220;

/**
 * Drops everything that was projected from another log than `source` (positions of one mean nothing in the other), so
 * that it is made anew; true when it did. Call it before the schema is migrated. An empty log has no identity yet.
 */
export async function dropViewsOfAnotherLog(pool: pg.Pool, source: EventSource): Promise<boolean> {
  const identity = await identityOf(source);
  if (identity === undefined) return false;
  return inTransaction(pool, async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [IDENTITY_LOCK]);
    await tx.query('create schema if not exists projection');
    await tx.query('create table if not exists projection.log (identity text not null)');
    const { rows } = await tx.query<{ identity: string }>('select identity from projection.log');
    const known = rows[0]?.identity;
    if (known === identity) return false;
    if (known !== undefined) {
      const { rows: schemas } = await tx.query<{ name: string }>(
        String.raw`select quote_ident(nspname) as name from pg_namespace where nspname ~ '^(views(_\d+)?|projection)$'`,
      );
      for (const { name } of schemas) await tx.query(`drop schema ${name} cascade`);
      await tx.query('create schema projection; create table projection.log (identity text not null)');
    }
    await tx.query('insert into projection.log (identity) values ($1)', [identity]);
    return known !== undefined;
  });
}

/** The place and the id of the first event, which no two logs share; undefined while there is none. */
async function identityOf(source: EventSource): Promise<string | undefined> {
  if ((await source.head()) === 0n) return undefined;
  const stop = new AbortController();
  for await (const { events } of source.follow({ after: 0n, batchSize: 1, signal: stop.signal })) {
    const [first] = events;
    if (first === undefined) continue;
    stop.abort();
    return `${first.position}/${first.id}`;
  }
  return undefined;
}
