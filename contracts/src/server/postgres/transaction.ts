import type pg from 'pg';

/**
 * Runs `body` in one transaction on a connection of `pool`: commits what it did, or rolls back and throws what it threw.
 * A connection that breaks meanwhile fails the next statement and is not used again; without a listener it would end
 * the process.
 */
export async function inTransaction<Result>(
  pool: pg.Pool,
  body: (tx: pg.ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let failure: Error | undefined;
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
