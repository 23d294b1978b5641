import type pg from 'pg';

const PATIENCE_MS = 3_600_000;

/** Runs a statement that may take as long as it needs inside `tx`, whatever its connection allows others. */
export async function longStatement<Row extends pg.QueryResultRow>(tx: pg.ClientBase, text: string): Promise<Row[]> {
  await tx.query('set local statement_timeout = 0');
  const query = { text, query_timeout: PATIENCE_MS };
  return (await tx.query<Row>(query)).rows;
}
