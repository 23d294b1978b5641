import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newSigningKey } from '@anecdotes/contracts/server/auth/tokens';
import { startPostgres } from '@anecdotes/deploy/embedded/postgres';
import pg from 'pg';
import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { logIn } from '../support/client.ts';
import { asSuperuser, createTestDatabase } from '../support/database.ts';
import { descendants } from '../support/process-tree.ts';
import { newDataDir, type RunningProduct, startProduct } from '../support/product.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const running: RunningProduct[] = [];
const folders: string[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((product) => product.stop()));
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The address that a program tells once it runs. */
async function addressOf(child: ChildProcess): Promise<string> {
  let output = '';
  child.stderr?.resume();
  for await (const chunk of child.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    output += chunk;
    const found = /runs at (http:\/\/\S+)/.exec(output)?.[1];
    if (found !== undefined) return found;
  }
  throw new Error(`ended without an address:\n${output}`);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function start(dataDir: string, environment: Record<string, string> = {}) {
  const product = await startProduct(dataDir, environment);
  running.push(product);
  return product;
}

/** The exit code and the lines of a start that is expected to fail. */
async function failedStart(environment: Record<string, string>) {
  const child = spawn(process.execPath, [join(root, 'deploy/embedded/main.ts')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, EVENTSTORE_URL: '', NODE_ENV: 'test', PORT: '0', ...environment },
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'exit');
  return { code, lines: output.trim().split('\n') };
}

test('it starts in a closed folder with a space in its path, tells address and guest, and keeps notes over a restart', async () => {
  const parent = mkdtempSync(join(process.getuid?.() === 0 ? homedir() : tmpdir(), 'closed folder '));
  folders.push(parent);
  const dataDir = join(parent, 'my data');

  const first = await start(dataDir);
  expect(first.output()).toMatch(/runs at http:\/\/127\.0\.0\.1:\d+\n/);
  expect(first.output()).toContain('Guest account: guest / guest-demo');
  expect(first.output()).toMatch(/Data lies in .+postgres/);
  const client = await logIn(first.address);
  const { body } = await client.call('POST', '/api/anecdotes', { description: 'Still here after a restart.' });
  expect(await first.stop()).toBe(0);

  const second = await start(dataDir);
  const again = await logIn(second.address);
  expect((await again.call('GET', `/api/anecdotes/${body.data.id}`)).body.data).toEqual(body.data);
});

test('a second start on the same data is refused in one line', async () => {
  const { dataDir } = await start(newDataDir());
  expect(await failedStart({ DATA_DIR: dataDir })).toEqual({
    code: 1,
    lines: ['Another running instance uses this data folder.'],
  });
});

test('a server left over by a killed program does not hinder the next start', async () => {
  const product = await start(newDataDir());
  const client = await logIn(product.address);
  const { body, headers } = await client.call('POST', '/api/anecdotes', { description: 'Written before the kill.' });
  await product.stop('SIGKILL');
  running.pop();
  const again = await logIn((await start(product.dataDir)).address);
  const seen = { 'x-min-position': headers.get('x-log-position') ?? '' };
  expect((await again.call('GET', `/api/anecdotes/${body.data.id}`, undefined, seen)).status).toBe(200);
});

test('a taken port is told in one line', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const failed = await failedStart({ DATA_DIR: newDataDir(), PORT: String(port) });
  other.close();
  expect(failed).toEqual({ code: 1, lines: [`Port ${port} is taken. Set PORT to a free one.`] });
});

test('a data folder that cannot be made is told in one line', async () => {
  const file = join(newDataDir(), 'file');
  writeFileSync(file, '');
  const failed = await failedStart({ DATA_DIR: join(file, 'data') });
  expect(failed.code).toBe(1);
  expect(failed.lines).toEqual([
    `Cannot write to ${join(file, 'data')}. Set DATA_DIR to a folder that can be written.`,
  ]);
});

test.each([
  ['PORT', 'abc', 'Must be a whole number'],
  ['GUEST_PASSWORD', 'short', 'Must have at least 6 characters'],
  ['GUEST_RESET_HOURS', 'daily', 'Must be a whole number'],
  ['GUEST_MAX_ANECDOTES', '0', 'Must be between 1 and 1000000000'],
  ['MASTER_KEY', 'c2VjcmV0', 'Must be 32 bytes as base64'],
  ['DATABASE_URL', 'mysql://x', 'Must be a postgres:// address'],
  ['SMTP_URL', 'http://x', 'Must be an smtp:// or smtps:// address'],
  ['DATABASE_URL', 'postgres://user:secret@127.0.0.1:1/db', 'Cannot be reached'],
  ['PUBLIC_URL', 'ftp://x', 'Must be an http:// or https:// address'],
  ['PUBLIC_URL', 'journal.example', 'Must be an http:// or https:// address'],
  ['PUBLIC_URL', 'https://journal.example/?a', 'Must end with its host or port'],
  ['VAULT_POOL', '3', 'Must be between 4 and 500'],
  ['RATE_LIMIT', 'no', 'Must be on or off'],
  ['REDDIT_BASE_URL', 'http://reddit.example', 'Must be an https:// address without a path, or off'],
])('a wrong %s is named in one line without its value', async (name, value, message) => {
  expect(await failedStart({ DATA_DIR: newDataDir(), [name]: value })).toEqual({
    code: 1,
    lines: [`Wrong setting. ${name}: ${message}`],
  });
});

test('a database that allows too few connections is told with the number that is needed', async () => {
  const url = await createTestDatabase();
  const admin = new pg.Client(asSuperuser(url));
  await admin.connect();
  await admin.query(`alter database ${new URL(url).pathname.slice(1)} connection limit 6`);
  await admin.end();
  const message = 'The database allows 6 connections, this program needs 25. Raise that, or lower the pools';
  expect(await failedStart({ DATA_DIR: newDataDir(), DATABASE_URL: url })).toEqual({
    code: 1,
    lines: [`Wrong setting. DATABASE_URL: ${message}`],
  });
});

test.each([
  ['master.key', 'Must be 32 bytes as base64'],
  ['signing.key', 'Must be an Ed25519 key as PKCS #8 PEM'],
])('a damaged %s is told in one line and left as it is', async (name, message) => {
  const folder = newDataDir();
  const file = join(folder, name);
  writeFileSync(file, 'half a k');
  expect(await failedStart({ DATA_DIR: folder })).toEqual({
    code: 1,
    lines: [`Cannot use ${file}: ${message}. Bring it back from a backup.`],
  });
  expect(readFileSync(file, 'utf8')).toBe('half a k');
});

test('in production every missing setting is named', async () => {
  const given = { NODE_ENV: 'production', DATA_DIR: newDataDir(), PUBLIC_URL: 'https://journal.example' };
  const missing = ['SMTP_URL', 'MASTER_KEY', 'SIGNING_KEY'];
  expect(await failedStart(given)).toEqual({
    code: 1,
    lines: [
      `Missing setting. ${missing.map((name) => `${name}: Must be given when NODE_ENV is production`).join('; ')}`,
    ],
  });
});

test('in production calls are counted', async () => {
  const keys = { MASTER_KEY: Buffer.alloc(32, 1).toString('base64'), SIGNING_KEY: newSigningKey() };
  const given = { ...keys, NODE_ENV: 'production', PUBLIC_URL: 'https://journal.example', SMTP_URL: 'smtp://mail' };
  expect(await failedStart({ ...given, DATA_DIR: newDataDir(), RATE_LIMIT: 'off' })).toEqual({
    code: 1,
    lines: ['Wrong setting. RATE_LIMIT: Must not be off when NODE_ENV is production'],
  });
});

/** How each way to end the program reaches it; `npm` leads a process group of its own, as under a service manager. */
const endings: [name: string, end: (npm: number, program: number) => void][] = [
  ['a signal to the program alone', (_npm, program) => process.kill(program, 'SIGTERM')],
  ['a signal to its whole process group', (npm) => process.kill(-npm, 'SIGTERM')],
  ['Ctrl-C', (npm) => process.kill(-npm, 'SIGINT')],
  ['a signal to npm alone', (npm) => process.kill(npm, 'SIGTERM')],
  ['a kill of npm', (npm) => process.kill(npm, 'SIGKILL')],
];
const sharedDataDir = newDataDir();

/** A package whose `npm start` is that of the project, without the build of the web app. */
function startFolder(): string {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
  const start = scripts.start.replace('deploy/run/start.mjs', '"$PROGRAM" deploy/embedded/main.ts');
  const folder = newDataDir();
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'start', scripts: { start } }));
  return folder;
}

test.each(endings)(
  'after %s what was accepted is answered, and nothing is left running',
  async (_name, end) => {
    const environment = {
      PROGRAM: join(root, 'deploy/run/program.mjs'),
      DATA_DIR: sharedDataDir,
      EVENTSTORE_URL: '',
      NODE_ENV: 'test',
      PORT: '0',
      RATE_LIMIT: 'off',
    };
    const npm = spawn('npm', ['start'], {
      cwd: startFolder(),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...environment },
    });
    let tree: readonly number[] = [];
    onTestFinished(() => {
      for (const pid of [...tree, ...descendants(npm.pid ?? 0)].filter(isAlive)) process.kill(pid, 'SIGKILL');
    });
    const address = await addressOf(npm);
    tree = descendants(npm.pid ?? 0);
    const [, , program = 0] = tree;
    // They are hashed one after the other, so the others are still waiting when the first is answered.
    const logIns = Array.from({ length: 3 }, async () => {
      const body = new URLSearchParams({ username: 'guest', password: 'guest-demo' });
      const { status, headers } = await fetch(`${address}/api/auth/login`, { method: 'POST', body });
      return { status, connection: headers.get('connection') };
    });
    await Promise.race(logIns);
    end(npm.pid ?? 0, program);
    const answers = await Promise.all(logIns);
    expect(answers.map(({ status }) => status)).toEqual(Array(3).fill(200));
    expect(answers.filter(({ connection }) => connection === 'close').length).toBeGreaterThan(0);
    await vi.waitFor(() => expect(tree.filter(isAlive)).toEqual([]), { timeout: 12_000, interval: 50 });

    const postgres = await startPostgres(sharedDataDir);
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    const { rows } = await client.query('select expires_at < now() as "isFree" from projection.lease');
    await client.end();
    await postgres.stop();
    expect(rows).toEqual([{ isFree: true }]);
  },
  60_000,
);
