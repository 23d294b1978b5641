import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The superuser's connection string of the bundled Postgres that a running product keeps under `dataDir`. */
export function embeddedDatabase(dataDir: string): string {
  const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim();
  const [, , , port, socket = ''] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  return `postgresql://anecdotes:${password}@localhost:${port}/anecdotes?host=${encodeURIComponent(socket)}`;
}
