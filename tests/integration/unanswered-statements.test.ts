import { problemOf } from '@anecdotes/contracts/server/http/errors';
import { ANSWER_TIMEOUT } from '@anecdotes/contracts/server/postgres/client';
import { createPool } from '@anecdotes/contracts/server/postgres/pool';
import { inTransaction } from '@anecdotes/contracts/server/postgres/transaction';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { superuserUrl } from '../support/database.ts';

let pool: pg.Pool;
beforeEach(() => {
  pool = createPool(superuserUrl(), { name: 'test', max: 1, onError: () => {} });
});
afterEach(() => pool.end());

test('a connection whose statement times out is closed, and the next statement gets a new one', async () => {
  const client = await pool.connect();
  const processId = 'select pg_backend_pid() as id';
  const before = await client.query<{ id: number }>(processId);
  const waiting = { text: 'select pg_sleep(5)', query_timeout: 50 };
  await expect(client.query(waiting)).rejects.toThrow(ANSWER_TIMEOUT);
  client.release(true);
  const after = await pool.query<{ id: number }>(processId);
  expect(after.rows[0]?.id).not.toBe(before.rows[0]?.id);
});

test('a connection that is idle between statements is not closed', async () => {
  const client = await pool.connect();
  const short = { text: 'select 1', query_timeout: 2_000 };
  await client.query(short);
  const closed = new Promise((resolve) => client.connection.stream.once('timeout', () => resolve('waited too long')));
  expect(await closed).toBe('waited too long');
  expect((await client.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }]);
  client.release();
});

test('a checked-out connection that the server ends while it is idle fails only its next statement, as unavailable', async () => {
  const client = await pool.connect();
  await endOnServer(client);
  const failure = await client.query('select 1').then(() => undefined, problemOf);
  client.release(true);
  expect(failure?.code).toBe('UNAVAILABLE');
  expect((await pool.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('a transaction whose connection the server ends fails, and the next one gets a new connection', async () => {
  const broken = inTransaction(pool, async (tx) => {
    await endOnServer(tx);
    await tx.query('select 1');
  });
  await expect(broken).rejects.toThrow();
  const { rows } = await inTransaction(pool, (tx) => tx.query<{ one: number }>('select 1 as one'));
  expect(rows).toEqual([{ one: 1 }]);
});

async function endOnServer(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id');
  const ended = new Promise((resolve) => client.once('end', resolve));
  const other = createPool(superuserUrl(), { name: 'test', max: 1, onError: () => {} });
  await other.query('select pg_terminate_backend($1)', [rows[0]?.id]);
  await other.end();
  await ended;
}
