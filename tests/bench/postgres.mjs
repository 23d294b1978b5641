import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
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
      await untilDisconnected(server);
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A pool has ended before its connections have; one that heard of the end of the server would end the process. */
async function untilDisconnected(server) {
  const client = new pg.Client(server.superuserUrl);
  await client.connect();
  const others = `select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`;
  const deadline = performance.now() + 15_000;
  while ((await client.query(others)).rowCount > 0 && performance.now() < deadline) await delay(50);
  await client.end();
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
