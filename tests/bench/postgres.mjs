import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@anecdotes/deploy/embedded/postgres';
import pg from 'pg';

/** The product's own Postgres, with its settings, on an empty folder. */
export async function startServer() {
  const directory = mkdtempSync(join(tmpdir(), 'anecdotes-bench-'));
  chmodSync(directory, 0o711);
  const server = await startPostgres(directory);
  return {
    url: server.url,
    superuserUrl: server.superuserUrl,
    async stop() {
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A new, empty database; answers its connection string. */
export async function createDatabase(server) {
  const url = new URL(server.url);
  const name = `bench_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client(server.superuserUrl);
  await client.connect();
  await client.query(`create database ${name} owner ${url.username}`);
  await client.end();
  url.pathname = `/${name}`;
  return url.href;
}
