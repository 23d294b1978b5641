import type pg from 'pg';

/** Runs `body` in one transaction; a connection on which anything failed is not used again. */
export async function inTransaction<Result>(
  pool: pg.Pool,
  body: (tx: pg.ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let failure: Error | undefined;
  // A connection that breaks between two statements reports it here and fails the next statement.
  const broken = (error: Error) => {
    failure = error;
  };
  client.on('error', broken);
  try {
    await client.query('begin');
    const result = await body(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(broken);
    throw error;
  } finally {
    client.off('error', broken);
    client.release(failure);
  }
}
