import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startPostgres } from '@anecdotes/deploy/embedded/postgres';
import pg from 'pg';

/** Starts the bundled Postgres, with the product's settings, on an empty folder. */
export async function startServer() {
  const directory = mkdtempSync(join(tmpdir(), 'anecdotes-bench-'));
  chmodSync(directory, 0o711);
  const server = await startPostgres(directory);
  return {
    url: server.url,
    superuserUrl: server.superuserUrl,
    async stop() {
      await untilDisconnected(server);
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/**
 * Waits for the end of all connections, which may outlive their pool: the server would cut them and end this process.
 */
async function untilDisconnected(server) {
  const client = new pg.Client(server.superuserUrl);
  await client.connect();
  const others = `select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`;
  const deadline = performance.now() + 15_000;
  while ((await client.query(others)).rowCount > 0 && performance.now() < deadline) await delay(50);
  await client.end();
}

/** Creates a new, empty database; returns its connection string. */
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
