import type pg from 'pg';

const QUERY_TIMEOUT_MS = 3_600_000;
/** The client waits this much longer than the server, whose error gives the reason for a time-out. */
const EXTRA_CLIENT_WAIT_MS = 3_000;

/**
 * Runs a statement inside `tx` that may take long, whatever its connection allows others; the client waits for up to an
 * hour.
 */
export async function longStatement<Row extends pg.QueryResultRow>(tx: pg.ClientBase, text: string): Promise<Row[]> {
  await tx.query('set local statement_timeout = 0');
  const query = { text, query_timeout: QUERY_TIMEOUT_MS };
  return (await tx.query<Row>(query)).rows;
}

/**
 * `tx` for a transaction whose statement timeout was raised to `milliseconds`, with a longer time-out of the client
 * too.
 */
export function withQueryTimeout(tx: pg.ClientBase, milliseconds: number): pg.ClientBase {
  const patient: pg.ClientBase = Object.create(tx);
  const query = (statement: string | pg.QueryConfig, values?: unknown[]) => {
    const config = typeof statement === 'string' ? { text: statement, ...(values && { values }) } : statement;
    const patiently = { query_timeout: milliseconds + EXTRA_CLIENT_WAIT_MS, ...config };
    return tx.query(patiently);
  };
  patient.query = query as pg.ClientBase['query'];
  return patient;
}
