import type pg from 'pg';

const STATEMENT_TIMEOUT_MS = 3_600_000;
/** The client waits longer than the server, which says why it gave up. */
const CLIENT_TIMEOUT_MS = 3_000;

/** Runs a statement that may take as long as it needs inside `tx`, whatever its connection allows others. */
export async function longStatement<Row extends pg.QueryResultRow>(tx: pg.ClientBase, text: string): Promise<Row[]> {
  await tx.query('set local statement_timeout = 0');
  const query = { text, query_timeout: STATEMENT_TIMEOUT_MS };
  return (await tx.query<Row>(query)).rows;
}

/** `tx` for a transaction whose statement timeout was raised to `milliseconds`: the client waits longer too. */
export function withQueryTimeout(tx: pg.ClientBase, milliseconds: number): pg.ClientBase {
  const patient: pg.ClientBase = Object.create(tx);
  const query = (statement: string | pg.QueryConfig, values?: unknown[]) => {
    const config = typeof statement === 'string' ? { text: statement, ...(values && { values }) } : statement;
    const patiently = { query_timeout: milliseconds + CLIENT_TIMEOUT_MS, ...config };
    return tx.query(patiently);
  };
  patient.query = query as pg.ClientBase['query'];
  return patient;
}
