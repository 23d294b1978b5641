import { randomBytes } from 'node:crypto';
import { openToRead } from '@anecdotes/deploy/accounts/system';
import { openSystem } from '@anecdotes/deploy/audit/system';
import { openInstallation } from '@anecdotes/deploy/backup/named-installation';
import pg from 'pg';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createPreparedDatabase, createTestDatabase } from '../support/database.ts';
import { newDataDir } from '../support/product.ts';
import { startService } from '../support/service-process.ts';

let environment: Record<string, string>;

beforeAll(async () => {
  environment = { DATABASE_URL: await createTestDatabase(), DATA_DIR: newDataDir() };
});

/** Starts the product on the database of this file, and stops it again if it runs. */
async function start() {
  const service = await startService('deploy/embedded/main.ts', environment);
  if (service.address !== '') return { isRunning: true, code: await service.stop(), output: '' };
  const [code] = await service.exited;
  return { isRunning: false, code, output: service.output() };
}

async function change(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: environment.DATABASE_URL });
  await client.connect();
  await client.query(statement);
  await client.end();
}

const newerLog = "comment on schema log is 'event log version 99'";
const logRefused =
  'The event log was written by a newer version of Anecdotes (log version 99). Start that version, or restore a backup ' +
  'from before the upgrade.';
const newerVault = "insert into vault.kysely_migration values ('0099-of-a-later-version', '2027-01-01')";
const vaultRefused =
  'The vault was written by a newer version of Anecdotes (migration 0099-of-a-later-version). Start that version, ' +
  'or restore a backup from before the upgrade.';

test('a database created by this version can be opened again', async () => {
  expect(await start()).toMatchObject({ isRunning: true });
  expect(await start()).toMatchObject({ isRunning: true });
});

test.each([
  {
    store: 'event log',
    upgrade: newerLog,
    line: `${logRefused}\n`,
  },
  {
    store: 'vault',
    upgrade: newerVault,
    line: `${vaultRefused}\n`,
  },
  {
    store: 'views',
    upgrade: "insert into projection.kysely_migration values ('0099-of-a-later-version', '2027-01-01')",
    line:
      'The views were written by a newer version of Anecdotes (migration 0099-of-a-later-version). Start that version, ' +
      'or drop schemas views and projection to rebuild the views.\n',
  },
])('a database whose $store was written by a newer version is refused in one line', async ({ upgrade, line }) => {
  environment = { ...environment, DATABASE_URL: await createPreparedDatabase() };
  await change(upgrade);
  expect(await start()).toEqual({ isRunning: false, code: 1, output: line });
});

test('backups and the audit refuse an event log that a newer version wrote', async () => {
  environment = { DATABASE_URL: await createPreparedDatabase(), MASTER_KEY: randomBytes(32).toString('base64') };
  await change(newerLog);
  const onStop = (stop: () => unknown) => onTestFinished(async () => void (await stop()));
  await expect(openInstallation(environment, onStop)).rejects.toThrow(logRefused);
  await expect(openSystem(environment)).rejects.toThrow(logRefused);
  await expect(openSystem(environment, { opensSeals: false })).rejects.toThrow(logRefused);
});

test('backups, the audit and the list of accounts refuse a vault that a newer version wrote', async () => {
  environment = { DATABASE_URL: await createPreparedDatabase(), MASTER_KEY: randomBytes(32).toString('base64') };
  await change(newerVault);
  const onStop = (stop: () => unknown) => onTestFinished(async () => void (await stop()));
  await expect(openInstallation(environment, onStop)).rejects.toThrow(vaultRefused);
  await expect(openSystem(environment)).rejects.toThrow(vaultRefused);
  await expect(openToRead(environment)).rejects.toThrow(vaultRefused);
});
