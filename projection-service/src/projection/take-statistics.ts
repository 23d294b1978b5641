import { inTransaction } from '@anecdotes/contracts/server/postgres/transaction';
import type pg from 'pg';
import { longStatement } from '../db/long-statement.ts';
import { LIVE_SCHEMA } from './generation.ts';

/**
 * Takes the statistics of live tables for which the server knows no time of an analysis, until `signal` aborts. After a
 * crash it has forgotten how much they changed, and autovacuum would leave old statistics until they have changed by
 * another tenth: plans for a journal that these do not contain can read it many times.
 */
export async function takeMissingStatistics(pool: pg.Pool, signal: AbortSignal): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
     where schemaname = '${LIVE_SCHEMA}' and last_analyze is null and last_autoanalyze is null`,
  );
  for (const { name } of rows) {
    if (signal.aborted) return;
    await inTransaction(pool, (tx) => longStatement(tx, `analyze ${name}`));
  }
}
