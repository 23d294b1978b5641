import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** A fresh, empty database on the run's Postgres; answers its connection string. */
export async function createTestDatabase(): Promise<string> {
  const base = new URL(inject('postgresUrl'));
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: base.href });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  base.pathname = `/${name}`;
  return base.href;
}
