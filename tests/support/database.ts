import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** A fresh, empty database on the run's Postgres, owned by the product's role; returns its connection string. */
export function createTestDatabase(): Promise<string> {
  return createDatabase('template1');
}

/**
 * A fresh database that holds the product's empty tables, where the set-up of the run has prepared one to copy, and
 * nothing otherwise; for tests that do not ask how the tables are made. Returns its connection string.
 */
export function createPreparedDatabase(): Promise<string> {
  return createDatabase(process.env.TEST_TEMPLATE ?? 'template1');
}

async function createDatabase(template: string): Promise<string> {
  const base = new URL(setting('TEST_POSTGRES_URL'));
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: superuserUrl() });
  await client.connect();
  // A quarter of what it takes to write every page to the server's own log first.
  await client.query(`create database ${name} owner ${base.username} template ${template} strategy file_copy`);
  await client.end();
  base.pathname = `/${name}`;
  return base.href;
}

/** The connection string of the superuser for the database behind `url`. */
export function asSuperuser(url: string): string {
  const superuser = new URL(superuserUrl());
  superuser.pathname = new URL(url).pathname;
  return superuser.href;
}

/** The connection string of the superuser on the run's Postgres. */
export function superuserUrl(): string {
  return setting('TEST_SUPERUSER_URL');
}

/** What the global set-up of the run has told. */
function setting(name: 'TEST_POSTGRES_URL' | 'TEST_SUPERUSER_URL'): string {
  const value = process.env[name];
  if (value === undefined) throw new Error('The set-up of the run has started no Postgres.');
  return value;
}
