import type pg from 'pg';
import { sqlStateOf } from './sql-state.ts';

/**
 * Runs `body` in one transaction on a connection of `pool`: commits, or rolls back and throws what `body` threw. A
 * connection that breaks meanwhile fails the next statement.
 */
export async function inTransaction<Result>(
  pool: pg.Pool,
  body: (tx: pg.ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let result: Result;
  try {
    [, result] = await settled([client.query('begin'), body(client)]);
    await client.query('commit');
  } catch (error) {
    await rollBack(client);
    throw error;
  }
  client.release();
  return result;
}

/** Rolls back the transaction of `client` and gives it back to its pool, which closes it if it is broken. */
export async function rollBack(client: pg.PoolClient): Promise<void> {
  const failure = await client.query('rollback').then(
    () => undefined,
    (error: Error) => error,
  );
  client.release(failure);
}

const IN_FAILED_TRANSACTION = '25P02';

/**
 * Resolves with the results of `statements` of one transaction, which are sent together. When one fails, throws the
 * error that caused it, but only once none is running any more: a rollback that follows then reaches the server last.
 */
export async function settled<Results extends readonly unknown[]>(
  statements: {
    readonly [Index in keyof Results]: Promise<Results[Index]>;
  },
): Promise<Results> {
  const outcomes = await Promise.allSettled(statements);
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  if (failures.length === 0) return outcomes.map((outcome) => (outcome as { value?: unknown }).value) as never;
  const isCause = (error: unknown) => sqlStateOf(error) !== IN_FAILED_TRANSACTION;
  throw failures.find(isCause) ?? failures[0];
}
