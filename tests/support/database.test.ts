import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from './database.ts';

test('a test database offers the extensions the product needs', async () => {
  const client = new pg.Client({ connectionString: await createTestDatabase() });
  await client.connect();
  const { rows } = await client.query(
    "select name from pg_available_extensions where name in ('pg_trgm', 'btree_gin') order by name",
  );
  await client.end();
  expect(rows.map((row) => row.name)).toEqual(['btree_gin', 'pg_trgm']);
});
