import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';
import {
  giveTo,
  makeOwnDirectory,
  type PostgresHome,
  prepareHome,
  SUPERUSER,
  serverEnvironment,
} from './postgres-home.ts';
import { ensurePassword, newPassword, passwordFileIn, storedPassword } from './postgres-password.ts';
import { ensureProductDatabase, PRODUCT_ROLE, withClient } from './postgres-role.ts';

const DATABASE = 'anecdotes';
const PORT = 5432;
const INVALID_PASSWORD = '28P01';
/** Crash recovery replays the log written since the last checkpoint; on a slow disk that takes minutes. */
const START_DEADLINE_MS = 300_000;
const STOP_DEADLINE_MS = 8_000;
const CLIENT_CHECKS = 10;
/** The beginning of the names of temporary folders. */
const TEMPORARY = 'anecdotes-';
/** A disk with less free space counts as full. */
const FULL_BELOW_BYTES = 1024 * 1024;
const MAX_CONNECTIONS = 100;
/** For tools, and the connections that Postgres reserves for superusers. */
const SPARE_CONNECTIONS = 20;

export type EmbeddedPostgres = {
  /** Connection string of the database, for the role that owns it. */
  url: string;
  /** The same for the superuser, for tests and tools. */
  superuserUrl: string;
  /** The folder that holds the data. */
  directory: string;
  /** Resolves when the server has ended without `stop`. */
  crashed: Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts the bundled Postgres on the data under `dataDir`, which the first start creates. The server listens only on a
 * Unix socket in a folder of its own, and allows the product at least `connections`. A server left over from a killed
 * process is stopped first. Throws ConfigurationError when another running instance uses the data.
 */
export async function startPostgres(dataDir: string, connections = 0): Promise<EmbeddedPostgres> {
  const home = prepareHome(dataDir);
  const password = ensurePassword(dataDir, home);
  if (!existsSync(join(home.data, 'PG_VERSION'))) initialise(home, password);
  await stopLeftOver(home, password);

  const socket = mkdtempSync(join(tmpdir(), TEMPORARY));
  makeOwnDirectory(socket, home.user);
  const log = openSync(join(dataDir, 'postgres.log'), 'w', 0o600);
  const server = spawn(join(home.programs, 'bin', 'postgres'), ['-D', home.data, ...settings(socket, connections)], {
    ...home.user,
    cwd: home.data,
    env: serverEnvironment(),
    // A signal to the terminal's process group must reach this process first: requests are drained before the server
    // stops.
    detached: true,
    stdio: ['ignore', 'ignore', log],
  });
  closeSync(log);
  // If this process exits without `stop`, it stops its server too.
  const endServer = () => server.kill('SIGINT');
  process.once('exit', endServer);
  const ended = once(server, 'exit').then(() => {
    process.off('exit', endServer);
    rmSync(socket, { recursive: true, force: true });
  });
  const productPassword = newPassword();
  try {
    await Promise.race([
      ready(socket, password, dataDir),
      ended.then(() => Promise.reject(new ConfigurationError(startFailure(dataDir, home.data)))),
    ]);
    await ensureProductDatabase(new URL(connectionString(socket, 'postgres', password)), DATABASE, productPassword);
  } catch (error) {
    server.kill('SIGINT');
    throw error;
  }
  let stopping = false;
  return {
    url: connectionString(socket, DATABASE, productPassword, PRODUCT_ROLE),
    superuserUrl: connectionString(socket, DATABASE, password),
    directory: home.data,
    crashed: new Promise((resolve) => void ended.then(() => stopping || resolve())),
    stop() {
      stopping = true;
      return stop(server, ended);
    },
  };
}

/**
 * The connection string of the server that already runs on the data under `dataDir` with clients of the product, for
 * the product's role; undefined when there is none.
 */
export async function runningPostgres(dataDir: string): Promise<string | undefined> {
  const socket = readPidFile(prepareHome(dataDir).data)?.[4];
  const password = storedPassword(dataDir);
  if (!socket || password === undefined || !(await countClients(socket, password))) return undefined;
  // Only the program that runs the server knows the role's password: connects as superuser and switches to the role.
  const options = encodeURIComponent(`-c TimeZone=UTC -c role=${PRODUCT_ROLE}`);
  return `${connectionString(socket, DATABASE, password)}&options=${options}`;
}

function settings(socket: string, connections: number): string[] {
  const values = {
    listen_addresses: '',
    port: PORT,
    unix_socket_directories: socket,
    max_connections: Math.max(MAX_CONNECTIONS, connections + SPARE_CONNECTIONS),
    shared_buffers: '256MB',
    max_wal_size: '2GB',
    checkpoint_completion_target: 0.9,
    wal_compression: 'on',
    // The server's own log must not contain values: no statements, no parameters, no details.
    log_min_error_statement: 'panic',
    log_parameter_max_length_on_error: 0,
    log_error_verbosity: 'terse',
    log_min_messages: 'fatal',
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Creates a cluster beside its final place and moves it there when complete, so that a kill leaves no partial one. */
function initialise(home: PostgresHome, password: string): void {
  const unfinished = `${home.data}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  makeOwnDirectory(unfinished, home.user);
  const secrets = mkdtempSync(join(tmpdir(), TEMPORARY));
  makeOwnDirectory(secrets, home.user);
  const passwordFile = join(secrets, 'password');
  try {
    writeFileSync(passwordFile, password, { mode: 0o600 });
    giveTo(home.user, passwordFile);
    execFileSync(
      join(home.programs, 'bin', 'initdb'),
      [
        `--pgdata=${unfinished}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--no-locale',
        // The same case mapping and order on every system, whatever its C library knows.
        '--locale-provider=builtin',
        '--builtin-locale=PG_UNICODE_FAST',
        '--no-instructions',
      ],
      { ...home.user, cwd: unfinished, env: serverEnvironment(), stdio: ['ignore', 'ignore', 'pipe'] },
    );
  } catch (error) {
    const { stderr } = error as { stderr?: Buffer };
    const reason = /(?:FATAL|error): +(.+)/.exec(String(stderr))?.[1];
    if (reason === undefined) throw error;
    throw new ConfigurationError(`Postgres cannot create its files in ${home.data}: ${reason}.`);
  } finally {
    rmSync(secrets, { recursive: true, force: true });
  }
  rmSync(home.data, { recursive: true, force: true });
  renameSync(unfinished, home.data);
}

/** Stops the server of a process that was killed. Throws ConfigurationError while the server has clients. */
async function stopLeftOver(home: PostgresHome, password: string): Promise<void> {
  const lines = readPidFile(home.data);
  const pid = Number(lines?.[0]);
  const socket = lines?.[4];
  if (!pid || !socket) return;
  if (!isAlive(pid)) return removeSocket(socket);
  // Connections of a program that was just killed end when their last statement does.
  const deadline = Date.now() + STOP_DEADLINE_MS;
  let users = await countClients(socket, password);
  for (let tries = 0; users !== undefined && users > 0; tries += 1) {
    if (tries === CLIENT_CHECKS) throw new ConfigurationError('Another running instance uses this data folder.');
    await delay(100);
    users = await countClients(socket, password);
  }
  if (users === undefined) return replaceStalePid(home.data, pid);
  process.kill(pid, 'SIGINT');
  while (isAlive(pid) && Date.now() < deadline) await delay(20);
  removeSocket(socket);
}

/** Removes a folder that was made for a socket; the socket of a server that an operator started is in another one. */
function removeSocket(folder: string): void {
  if (basename(folder).startsWith(TEMPORARY)) rmSync(folder, { recursive: true, force: true });
}

/**
 * After a reboot the pid in postmaster.pid may be another program's, or it may be a zombie's; Postgres would refuse to
 * start. Writes the pid of this process instead: Postgres takes its parent's pid for stale, and still checks that no
 * orphaned server uses the data.
 */
function replaceStalePid(data: string, pid: number): void {
  const stat = join('/proc', String(pid), 'stat');
  if (!existsSync(stat) || /^\d+ \(postgres\) [^Z]/.test(readFileSync(stat, 'utf8'))) return;
  const file = join(data, 'postmaster.pid');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(process.pid)));
}

/** How many clients of this product the server at `socket` has; undefined when no server answers there. */
async function countClients(socket: string, password: string): Promise<number | undefined> {
  try {
    const rows = await ask(
      socket,
      password,
      "select pid from pg_stat_activity where application_name like 'anecdotes %'",
    );
    return rows.length;
  } catch {
    return undefined;
  }
}

async function ready(socket: string, password: string, dataDir: string): Promise<void> {
  const deadline = Date.now() + START_DEADLINE_MS;
  for (;;) {
    try {
      await ask(socket, password, 'select 1');
      return;
    } catch (error) {
      if ((error as { code?: string }).code === INVALID_PASSWORD) throw new ConfigurationError(wrongPassword(dataDir));
      if (Date.now() > deadline) throw error;
      await delay(25);
    }
  }
}

async function ask(socket: string, password: string, sql: string): Promise<unknown[]> {
  const { rows } = await withClient(connectionString(socket, 'postgres', password), (client) => client.query(sql));
  return rows;
}

async function stop(server: ChildProcess, ended: Promise<void>): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) {
    server.kill('SIGINT');
    const forced = setTimeout(() => server.kill('SIGQUIT'), STOP_DEADLINE_MS);
    await ended;
    clearTimeout(forced);
  }
}

function connectionString(socket: string, database: string, password: string, user = SUPERUSER): string {
  return `postgresql://${user}:${password}@localhost:${PORT}/${database}?host=${encodeURIComponent(socket)}`;
}

function readPidFile(data: string): string[] | undefined {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function wrongPassword(dataDir: string): string {
  return `The database has another password than ${passwordFileIn(dataDir)}. Remove this file, and the next start sets a new one.`;
}

function startFailure(dataDir: string, data: string): string {
  const { bavail, bsize } = statfsSync(data);
  // Then the log may be empty.
  if (bavail * bsize < FULL_BELOW_BYTES) return `Postgres did not start: the disk of ${data} is full.`;
  return `Postgres did not start; ${join(dataDir, 'postgres.log')} says why.`;
}
