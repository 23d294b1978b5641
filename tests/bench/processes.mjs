import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { newMember } from '../support/local-mails.ts';
import { createDatabase } from './postgres.mjs';
import { openProcessorClock } from './processor-time.mjs';

const PASSWORD = 'quiet river 12';
const here = fileURLToPath(new URL('../..', import.meta.url));

/** Starts the product on a new database, with a clock of its processor time. The options are those of startProduct. */
export async function openProduct(server, options) {
  const url = await createDatabase(server);
  const product = await startProduct(url, options);
  const clock = await openProcessorClock(url, product.pid);
  return {
    ...product,
    url,
    clock,
    async stop() {
      await clock.close();
      await product.stop();
    },
  };
}

/** The program of the checkout at `root`: its bundle, or its source in commits that make no bundles. */
async function programOf(root) {
  const bundles = join(root, 'deploy/run/programs.mjs');
  const source = 'deploy/embedded/main.ts';
  return existsSync(bundles) ? (await import(bundles)).bundleOf(source) : join(root, source);
}

/**
 * Starts the whole product of the checkout at `root` on the database at `url`, as `npm start` does, without rate limits
 * unless `given` sets them. `token` is that of `user`: a member, who is registered at the first start, or the guest.
 */
export async function startProduct(
  url,
  { masterKey = randomBytes(32), given = {}, flags = [], root = here, user = 'writer' } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'anecdotes-bench-'));
  const environment = {
    DATABASE_URL: url,
    DATA_DIR: folder,
    PORT: '0',
    MASTER_KEY: masterKey.toString('base64'),
    GUEST_PASSWORD: PASSWORD,
    GUEST_MAX_ANECDOTES: '100000000',
    RATE_LIMIT: 'off',
    ...given,
  };
  const child = start(await programOf(root), environment, flags);
  const address = await lineOf(child, (line) => /runs at (http\S+)/.exec(line)?.[1]);
  let answer = await logIn(address, user);
  if (answer.status === 401) {
    await newMember(address, user, PASSWORD);
    answer = await logIn(address, user);
  }
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

function logIn(address, username) {
  const body = new URLSearchParams({ username, password: PASSWORD });
  return fetch(`${address}/api/auth/token`, { method: 'POST', body });
}

/**
 * Starts the server `file` of this folder on the database at `url`, with a clock of its processor time. Its connections
 * have the application name `name`; it prints one line of JSON with its address when it is ready.
 */
export async function openServer(file, name, url, environment = {}) {
  const child = start(fileURLToPath(new URL(file, import.meta.url)), {
    DATABASE_URL: url,
    PGAPPNAME: name,
    ...environment,
  });
  const started = await lineOf(child, (line) => (line.startsWith('{') ? JSON.parse(line) : undefined));
  const clock = await openProcessorClock(url, child.pid, `application_name = '${name}'`);
  return {
    ...started,
    clock,
    async stop() {
      await clock.close();
      await end(child);
    },
  };
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
