import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '@anecdotes/deploy/embedded/postgres';
import { bundleOf } from '@anecdotes/deploy/run/programs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Client, clientWith, logIn } from '../support/client.ts';
import { asSuperuser, createPreparedDatabase, createTestDatabase, superuserUrl } from '../support/database.ts';
import { descendants } from '../support/process-tree.ts';
import { cheapHashes, compileCache, newDataDir, type RunningProduct, startProduct } from '../support/product.ts';
import { sharedSettings } from '../support/service-process.ts';
import { fill, mountDisk, unmountDisk } from '../support/small-disk.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The address that a program prints once it runs. */
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

/** The exit code and the lines of a start of the program that is expected to fail. `atStart` gets its process. */
async function failedStart(
  environment: Record<string, string>,
  program = 'deploy/embedded/main.ts',
  atStart: (child: ChildProcess) => void = () => {},
) {
  const child = spawn(process.execPath, [...cheapHashes, bundleOf(program)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...compileCache, EVENTSTORE_URL: '', NODE_ENV: 'test', PORT: '0', ...environment },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  atStart(child);
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'exit');
  // On a slow machine a connection may have to be made again, which is logged.
  const isWarning = (line: string) => /^\{"level":(?:40|50,.*"The database cannot be reached\.")/.test(line);
  return {
    code,
    lines: output
      .trim()
      .split('\n')
      .filter((line) => !isWarning(line)),
  };
}

describe('in a private folder with a space in its path, made under a strict umask', () => {
  const parent = mkdtempSync(join(process.getuid?.() === 0 ? homedir() : tmpdir(), 'closed folder '));
  const dataDir = join(parent, 'my data');
  let product: RunningProduct;
  let client: Client;

  beforeAll(async () => {
    const before = process.umask(0o077);
    product = await startProduct(dataDir).finally(() => process.umask(before));
    client = await logIn(product.address);
  });
  afterAll(async () => {
    await product.stop();
    rmSync(parent, { recursive: true, force: true });
  });

  async function write(description: string) {
    const { body, headers } = await client.call('POST', '/api/anecdotes', { description });
    const seen = { 'x-min-position': headers.get('x-log-position') ?? '' };
    return { data: body.data, read: () => client.call('GET', `/api/anecdotes/${body.data.id}`, undefined, seen) };
  }

  /** The name of the key that signed `token`. */
  const keyOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;

  async function startAgain() {
    product = await startProduct(dataDir);
    client = await logIn(product.address);
  }

  test('the product prints its address, the guest account and its data folder', () => {
    expect(product.output()).toMatch(/runs at http:\/\/127\.0\.0\.1:\d+\n/);
    expect(product.output()).toContain('Guest account: guest / guest-demo');
    expect(product.output()).toMatch(/Data is stored in .+postgres/);
    expect(product.output()).toMatch(/Metrics for Prometheus: http:\/\/127\.0\.0\.1:\d+\/metrics\n/);
  });

  test('a second start on the same data is refused in one line', async () => {
    expect(await failedStart({ DATA_DIR: dataDir })).toEqual({
      code: 1,
      lines: ['Another running instance uses this data folder.'],
    });
  });

  test('the product keeps anecdotes and sessions over a restart, also when that replaces a signing key of 90 days', async () => {
    const { data, read } = await write('Still here after a restart.');
    const { token } = client;
    expect(await product.stop()).toBe(0);
    const old = new Date(Date.now() - 91 * 86_400_000);
    utimesSync(join(dataDir, 'signing.key'), old, old);
    await startAgain();
    expect((await read()).body.data).toEqual(data);
    expect(keyOf(client.token)).not.toBe(keyOf(token));
    expect((await clientWith(product.address, token).call('GET', '/api/auth/me')).status).toBe(200);
  });

  test('a database server left by a killed program does not block the next start', async () => {
    const { read } = await write('Written before the kill.');
    await product.stop('SIGKILL');
    await startAgain();
    expect((await read()).status).toBe(200);
  });

  test('a start after a crash of a server that an operator started leaves the folder of its socket alone', async () => {
    const data = /Data is stored in (.+)/.exec(product.output())?.[1] ?? '';
    await product.stop();
    const shared = mkdtempSync(join(tmpdir(), 'shared-'));
    onTestFinished(() => rmSync(shared, { recursive: true }));
    const pid = spawnSync('true').pid;
    writeFileSync(join(shared, 'a file'), 'of somebody else');
    writeFileSync(join(data, 'postmaster.pid'), [pid, data, 0, 5432, shared, '', '', ''].join('\n'), { mode: 0o644 });
    await startAgain();
    expect(existsSync(join(shared, 'a file'))).toBe(true);
  });

  test('a wrong password of the database is reported in one line, and a lost one is replaced', async () => {
    const { read } = await write('Written with the first password.');
    await product.stop();
    const file = join(dataDir, 'postgres-password');
    writeFileSync(file, 'wrong');
    expect(await failedStart({ DATA_DIR: dataDir })).toEqual({
      code: 1,
      lines: [`The database has another password than ${file}. Remove this file, and the next start sets a new one.`],
    });
    writeFileSync(file, '');
    await startAgain();
    expect((await read()).status).toBe(200);
  });
});

test('the bundled database is used without TLS and options, also where PGSSLMODE and PGOPTIONS set them', async () => {
  const product = await startProduct(newDataDir(), { PGSSLMODE: 'require', PGOPTIONS: '-c statement_timeout=1' });
  expect(await product.stop()).toBe(0);
});

test('a product that listens everywhere prints an address that works, and that other machines need PUBLIC_URL', async () => {
  const product = await startProduct(undefined, { HOST: '0.0.0.0' });
  onTestFinished(() => void product.stop());
  expect(product.address).toMatch(/^http:\/\/127\.0\.0\.1:/);
  expect(product.output()).toContain('Links in mails begin with this address. For other machines, set PUBLIC_URL');
});

test('of two first starts at the same time, one runs and the other is refused in one line', async () => {
  const dataDir = newDataDir();
  const starts = await Promise.allSettled([startProduct(dataDir), startProduct(dataDir)]);
  const running = starts.flatMap((start) => (start.status === 'fulfilled' ? start.value : []));
  const refused = starts.flatMap((start) => (start.status === 'rejected' ? String(start.reason) : []));
  for (const product of running) expect(await product.stop()).toBe(0);
  expect(running).toHaveLength(1);
  expect(refused).toEqual(['Error: ended with 1:\nAnother running instance uses this data folder.\n']);
  expect(readdirSync(dataDir).filter((name) => name.includes('unfinished'))).toEqual([]);
});

test.skipIf(!existsSync('/proc/self/stat'))(
  'a database server that has no clients yet is not stopped while the program that started it runs',
  async () => {
    const dataDir = newDataDir();
    const postgres = await startPostgres(dataDir);
    onTestFinished(postgres.stop);
    await expect(startPostgres(dataDir)).rejects.toThrow('Another running instance uses this data folder.');
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.end();
  },
);

test('a kill during the first start leaves no temporary folder, and the next starts remove what it began', async () => {
  const [dataDir, TMPDIR] = [newDataDir(), newDataDir()];
  const begun = () => readdirSync(dataDir).filter((name) => name.includes('unfinished'));
  const kill = async (child: ChildProcess) => {
    await vi.waitUntil(() => begun().length > 0, { timeout: 60_000, interval: 1 });
    child.kill('SIGKILL');
  };
  await failedStart({ DATA_DIR: dataDir, TMPDIR }, 'deploy/embedded/main.ts', (child) => void kill(child));
  expect(readdirSync(TMPDIR)).toEqual([]);
  const product = await startProduct(dataDir);
  expect(begun()).toEqual([]);
  await product.stop();
  // As after a kill while the complete cluster was already in its place.
  mkdirSync(join(dataDir, `postgres.unfinished-${spawnSync('true').pid}`));
  await (await startProduct(dataDir)).stop();
  expect(begun()).toEqual([]);
});

test('a port that is in use is reported in one line', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const DATABASE_URL = await createPreparedDatabase();
  const failed = await failedStart({ DATA_DIR: newDataDir(), DATABASE_URL, PORT: String(port) });
  other.close();
  expect(failed).toEqual({ code: 1, lines: [`Port ${port} is taken. Set PORT to a free one.`] });
});

const small = mountDisk('1m');
afterAll(() => {
  if (small !== undefined) unmountDisk(small);
});
test.skipIf(small === undefined)(
  'a disk that is too small for a new database is reported in one line (needs permission to mount a disk)',
  async () => {
    const folder = join(small ?? '', 'data');
    expect(await failedStart({ DATA_DIR: folder })).toEqual({
      code: 1,
      lines: [expect.stringMatching(/^Postgres cannot create its files in .+: .*No space left on device\.$/)],
    });
  },
);

const larger = mountDisk('120m');
afterAll(() => {
  if (larger !== undefined) unmountDisk(larger);
});
test.skipIf(larger === undefined)(
  'a full disk is named when the database cannot start again (needs permission to mount a disk)',
  async () => {
    const folder = join(larger ?? '', 'data');
    const product = await startProduct(folder);
    await product.stop();
    // The start empties this file, which must not make room.
    writeFileSync(join(folder, 'postgres.log'), '');
    fill(join(folder, 'filler'));
    expect(await failedStart({ DATA_DIR: folder })).toEqual({
      code: 1,
      lines: [`Postgres did not start: the disk of ${join(folder, 'postgres')} is full.`],
    });
  },
);

test('a data folder that cannot be created is reported in one line', async () => {
  const folder = join(newDataDir(), 'file', 'data');
  writeFileSync(dirname(folder), '');
  expect(await failedStart({ DATA_DIR: folder })).toEqual({
    code: 1,
    lines: [`Cannot write to ${folder}. Set DATA_DIR to a folder that can be written.`],
  });
});

test.each([
  ['has encoding LATIN1', 'Wrong setting. DATABASE_URL: Its encoding must be UTF8, not LATIN1'],
  ['has encoding SQL_ASCII', 'Wrong setting. DATABASE_URL: Its encoding must be UTF8, not SQL_ASCII'],
  [
    'gives its role too few rights',
    'The role of DATABASE_URL has too few rights (permission denied for database NAME).',
  ],
  [
    'is read-only',
    'The database of DATABASE_URL cannot be written (cannot execute CREATE SCHEMA in a read-only transaction).',
  ],
])('a database that %s is reported in one line', async (fault, line) => {
  const url = new URL(await createTestDatabase());
  const name = url.pathname.slice(1);
  const admin = new pg.Client(superuserUrl());
  await admin.connect();
  const encoding = /^has encoding (\w+)/.exec(fault)?.[1];
  if (encoding !== undefined) {
    await admin.query(`drop database ${name}`);
    await admin.query(
      `create database ${name} owner ${url.username} encoding '${encoding}' template template0 locale_provider libc locale 'C'`,
    );
  }
  if (fault === 'gives its role too few rights') await admin.query(`alter database ${name} owner to current_user`);
  if (fault === 'is read-only') await admin.query(`alter database ${name} set default_transaction_read_only = on`);
  await admin.end();
  expect(await failedStart({ DATA_DIR: newDataDir(), DATABASE_URL: url.href })).toEqual({
    code: 1,
    lines: [line.replace('NAME', name)],
  });
});

test.each([
  ['PORT', 'abc', 'Must be a whole number'],
  ['DATABASE_URL', 'postgres://user:secret@127.0.0.1:1/db', 'Cannot be reached'],
  [
    'BACKUP_AGE_RECIPIENT',
    'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8q',
    'A public key is mistyped',
  ],
])('a wrong %s ends the program with one line that does not contain its value', async (name, value, message) => {
  expect(await failedStart({ DATA_DIR: newDataDir(), [name]: value })).toEqual({
    code: 1,
    lines: [`Wrong setting. ${name}: ${message}`],
  });
});

test.each(['deploy/embedded/main.ts', 'command-service/src/main.ts', 'projection-service/src/main.ts'])(
  '%s stops with exit code 0 while it waits for an EventStoreDB that does not answer',
  async (program) => {
    const silent = createTcpServer().listen(0, '127.0.0.1');
    onTestFinished(() => void silent.close());
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const settings = await sharedSettings(`esdb://127.0.0.1:${port}?tls=false`);
    const stopped = await failedStart({ ...settings, DATA_DIR: newDataDir() }, program, (child) => {
      silent.once('connection', (socket) => {
        socket.on('error', () => {});
        child.kill('SIGINT');
      });
    });
    expect(stopped).toEqual({ code: 0, lines: [''] });
  },
);

test('a METRICS_PORT that another program uses ends the program with one line', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const environment = { DATA_DIR: newDataDir(), DATABASE_URL: await createPreparedDatabase(), METRICS_PORT: `${port}` };
  expect(await failedStart(environment)).toEqual({
    code: 1,
    lines: [`Port ${port} is taken. Set METRICS_PORT to a free one.`],
  });
  other.close();
});

test('a database that allows too few connections is reported with the number that is needed', async () => {
  const url = await createTestDatabase();
  const admin = new pg.Client(asSuperuser(url));
  await admin.connect();
  await admin.query(`alter database ${new URL(url).pathname.slice(1)} connection limit 6`);
  await admin.end();
  const message =
    'The database allows 6 connections, this program needs 27. Raise that limit, or lower VAULT_POOL, READER_POOL or ' +
    'LOG_POOL if the program uses them';
  expect(await failedStart({ DATA_DIR: newDataDir(), DATABASE_URL: url })).toEqual({
    code: 1,
    lines: [`Wrong setting. DATABASE_URL: ${message}`],
  });
});

test.each([
  ['master.key', 'Must be 32 bytes as base64'],
  ['signing.key', 'Must be an Ed25519 key as PKCS #8 PEM'],
])('a damaged %s is reported in one line and left unchanged', async (name, message) => {
  const folder = newDataDir();
  const file = join(folder, name);
  writeFileSync(file, 'half a k');
  expect(await failedStart({ DATA_DIR: folder, DATABASE_URL: await createPreparedDatabase() })).toEqual({
    code: 1,
    lines: [`Cannot use ${file}: ${message}. Restore it from a backup.`],
  });
  expect(readFileSync(file, 'utf8')).toBe('half a k');
});

/** Ways to end the program. `npm` leads a process group of its own, as under a service manager. */
const endings: [name: string, end: (npm: number, program: number) => void][] = [
  ['a signal to the program alone', (_npm, program) => process.kill(program, 'SIGTERM')],
  ['a signal to its whole process group', (npm) => process.kill(-npm, 'SIGTERM')],
  ['Ctrl-C', (npm) => process.kill(-npm, 'SIGINT')],
  ['a signal to npm alone', (npm) => process.kill(npm, 'SIGTERM')],
  ['a kill of npm', (npm) => process.kill(npm, 'SIGKILL')],
];
const sharedDataDir = newDataDir();

/** A package with the `npm start` of the project, without the build of the web app. */
function startFolder(): string {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
  const start = scripts.start.replace('deploy/run/start.mjs', '"$PROGRAM"');
  const folder = newDataDir();
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'start', scripts: { start } }));
  return folder;
}

const guest = new URLSearchParams({ username: 'guest', password: 'guest-demo' });

/** Begins a log-in: the server at `address` has the headers and waits for the body, which `finish` sends. */
async function beginLogIn(address: string) {
  const body = guest.toString();
  const call = request(`${address}/api/auth/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': body.length,
      expect: '100-continue',
    },
  });
  call.flushHeaders();
  await once(call, 'continue');
  return {
    async finish() {
      call.end(body);
      const [answer] = (await once(call, 'response')) as [IncomingMessage];
      return { status: answer.statusCode, connection: answer.headers.connection };
    },
  };
}

/** Resolves once the server at `address` accepts no new call. */
async function drained(address: string): Promise<void> {
  const takesCalls = () =>
    fetch(`${address}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await vi.waitFor(async () => expect(await takesCalls()).toBe(false), { timeout: 60_000, interval: 20 });
}

test.each(endings)(
  'after %s, accepted calls are answered and no process is left running',
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
      env: { ...process.env, ...compileCache, ...environment },
    });
    let tree: readonly number[] = [];
    onTestFinished(() => {
      for (const pid of [...tree, ...descendants(npm.pid ?? 0)].filter(isAlive)) process.kill(pid, 'SIGKILL');
    });
    const address = await addressOf(npm);
    tree = descendants(npm.pid ?? 0);
    const [, , program = 0] = tree;
    const begun = await beginLogIn(address);
    const logIns = Array.from({ length: 3 }, () => fetch(`${address}/api/auth/login`, { method: 'POST', body: guest }));
    await Promise.race(logIns);
    end(npm.pid ?? 0, program);
    await drained(address);
    expect(await begun.finish()).toEqual({ status: 200, connection: 'close' });
    expect((await Promise.all(logIns)).map(({ status }) => status)).toEqual(Array(3).fill(200));
    await vi.waitFor(() => expect(tree.filter(isAlive)).toEqual([]), { timeout: 60_000, interval: 50 });

    const postgres = await startPostgres(sharedDataDir);
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    const { rows } = await client.query('select expires_at < now() as "isFree" from projection.lease');
    await client.end();
    await postgres.stop();
    expect(rows).toEqual([{ isFree: true }]);
  },
  180_000,
);
