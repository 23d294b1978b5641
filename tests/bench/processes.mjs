import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const GUEST_PASSWORD = 'bench-guest';

/** The whole product on the database at `url`, as `npm start` runs it, without limits for the guest unless `given`. */
export async function startProduct(url, { masterKey = randomBytes(32), given = {}, flags = [] } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'anecdotes-bench-'));
  const environment = {
    DATABASE_URL: url,
    DATA_DIR: folder,
    PORT: '0',
    MASTER_KEY: masterKey.toString('base64'),
    GUEST_PASSWORD,
    GUEST_MAX_ANECDOTES: '100000000',
    RATE_LIMIT: 'off',
    ...given,
  };
  const program = fileURLToPath(import.meta.resolve('@anecdotes/deploy/embedded/main'));
  const child = start(program, environment, flags);
  const address = await lineOf(child, (line) => /runs at (http\S+)/.exec(line)?.[1]);
  const form = new URLSearchParams({ username: 'guest', password: GUEST_PASSWORD });
  const answer = await fetch(`${address}/api/auth/token`, { method: 'POST', body: form });
  const { access_token: token } = await answer.json();
  return {
    address,
    token,
    pid: child.pid,
    masterKey,
    async stop() {
      await end(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The plain table behind HTTP, on the database at `url`. */
export async function startCrud(url) {
  const child = start(fileURLToPath(new URL('crud-server.mjs', import.meta.url)), { DATABASE_URL: url });
  const told = await lineOf(child, (line) => (line.startsWith('{') ? JSON.parse(line) : undefined));
  return { ...told, pid: child.pid, stop: () => end(child) };
}

function start(program, environment, flags = []) {
  return spawn(process.execPath, [...flags, program], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function lineOf(child, find) {
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    const found = find(line);
    if (found === undefined) continue;
    child.stdout.resume();
    return found;
  }
  throw new Error('the program ended before it was ready');
}

async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
