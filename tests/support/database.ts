import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** A fresh, empty database on the run's Postgres, owned by the product's role; answers its connection string. */
export async function createTestDatabase(): Promise<string> {
  const base = new URL(inject('postgresUrl'));
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: inject('superuserUrl') });
  await client.connect();
  await client.query(`create database ${name} owner ${base.username}`);
  await client.end();
  base.pathname = `/${name}`;
  return base.href;
}

/** The connection string of the superuser for the database behind `url`. */
export function asSuperuser(url: string): string {
  const superuser = new URL(inject('superuserUrl'));
  superuser.pathname = new URL(url).pathname;
  return superuser.href;
}
