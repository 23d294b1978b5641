import { createPool } from '@anecdotes/contracts/server/postgres/pool';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { asSuperuser, createTestDatabase } from '../support/database.ts';

test.each([false, true])(
  'the options in the address of a database add to those of the program (isReadOnly: %s), which reads values in one format',
  async (isReadOnly) => {
    const address = new URL(await createTestDatabase());
    const client = new pg.Client({ connectionString: asSuperuser(address.href) });
    await client.connect();
    // As on a server with other defaults.
    for (const setting of [
      "timezone='Europe/Zurich'",
      "datestyle='SQL, DMY'",
      'extra_float_digits=-5',
      'array_nulls=off',
    ])
      await client.query(`alter database ${address.pathname.slice(1)} set ${setting}`);
    await client.end();
    address.searchParams.set('options', '-c work_mem=8MB');
    const pool = createPool(address.href, { name: 'test', max: 1, onError() {}, isReadOnly });
    onTestFinished(() => pool.end());
    const { rows } = await pool.query(
      `select timestamptz '2026-11-20 12:00:00Z' as at, current_setting('work_mem') as memory,
              current_setting('default_transaction_read_only') = 'on' as "isReadOnly",
              47.123456789::float8 as latitude, '{NULL}'::text[] as texts`,
    );
    const read = { at: new Date('2026-11-20T12:00:00Z'), latitude: 47.123456789, texts: [null] };
    expect(rows).toEqual([{ ...read, memory: '8MB', isReadOnly }]);
  },
);
