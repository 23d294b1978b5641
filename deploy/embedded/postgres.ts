import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';
import { initialise, isAlive, removeUnfinished } from './postgres-cluster.ts';
import { makeOwnDirectory, type PostgresHome, prepareHome, SUPERUSER, serverEnvironment } from './postgres-home.ts';
import { ensurePassword, newPassword, passwordFileIn, storedPassword } from './postgres-password.ts';
import { ensureProductDatabase, PRODUCT_ROLE, withClient } from './postgres-role.ts';

const DATABASE = 'anecdotes';
const PORT = 5432;
const INVALID_PASSWORD = '28P01';
/** Crash recovery replays the log written since the last checkpoint; on a slow disk that takes minutes. */
const START_DEADLINE_MS = 300_000;
const STOP_DEADLINE_MS = 8_000;
const CLIENT_CHECKS = 10;
/** The beginning of the names of temporary folders; the pid of the process that made one follows. */
const TEMPORARY = 'anecdotes-';
/** A disk with less free space counts as full. */
const FULL_BELOW_BYTES = 1024 * 1024;
const IN_USE = 'Another running instance uses this data folder.';
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
  const isNew = !existsSync(join(home.data, 'PG_VERSION'));
  if (!isNew) removeUnfinished(home.data);
  else if (!initialise(home, password)) throw new ConfigurationError(IN_USE);
  await stopLeftOver(home, password);

  const socket = mkdtempSync(join(tmpdir(), `${TEMPORARY}${process.pid}-`));
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
    url: connectionString(socket, DATABASE, productPassword, { user: PRODUCT_ROLE }),
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
  return connectionString(socket, DATABASE, password, { options: `-c TimeZone=UTC -c role=${PRODUCT_ROLE}` });
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
    // Until the statistics of a journal are taken, some plans for it read it many times.
    autovacuum_naptime: '10s',
    // The server's own log must not contain values: no statements, no parameters, no details.
    log_min_error_statement: 'panic',
    log_parameter_max_length_on_error: 0,
    log_error_verbosity: 'terse',
    log_min_messages: 'fatal',
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/**
 * Stops the server of a process that was killed. Throws ConfigurationError while that process runs, or while the server
 * has clients.
 */
async function stopLeftOver(home: PostgresHome, password: string): Promise<void> {
  const lines = readPidFile(home.data);
  const pid = Number(lines?.[0]);
  const socket = lines?.[4];
  if (!pid || !socket) return;
  if (!isAlive(pid)) return removeSocket(socket);
  if (isOwned(pid, socket)) throw new ConfigurationError(IN_USE);
  // Connections of a program that was just killed end when their last statement does.
  const deadline = performance.now() + STOP_DEADLINE_MS;
  let users = await countClients(socket, password);
  for (let tries = 0; users !== undefined && users > 0; tries += 1) {
    if (tries === CLIENT_CHECKS) throw new ConfigurationError(IN_USE);
    await delay(100);
    users = await countClients(socket, password);
  }
  if (users === undefined) return replaceStalePid(home.data, pid);
  process.kill(pid, 'SIGINT');
  while (isAlive(pid) && performance.now() < deadline) await delay(20);
  removeSocket(socket);
}

/** True while the process that started this server runs, which is its parent and named in the path of its socket. */
function isOwned(pid: number, socket: string): boolean {
  const parent = /^\d+ \(postgres\) \S (\d+) /.exec(statOf(pid))?.[1];
  return parent !== undefined && basename(socket).startsWith(`${TEMPORARY}${parent}-`);
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
  if (statOf(pid) === '' || isServer(pid)) return;
  const file = join(data, 'postmaster.pid');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(process.pid)));
}

/** True for a process of Postgres that is no zombie. */
function isServer(pid: number): boolean {
  return /^\d+ \(postgres\) [^Z]/.test(statOf(pid));
}

/** What Linux says of a process: pid, name in parentheses, state, pid of its parent, and more; empty if it is unknown. */
function statOf(pid: number): string {
  try {
    return readFileSync(join('/proc', String(pid), 'stat'), 'utf8');
  } catch {
    return '';
  }
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
  const deadline = performance.now() + START_DEADLINE_MS;
  for (;;) {
    try {
      await ask(socket, password, 'select 1');
      return;
    } catch (error) {
      if ((error as { code?: string }).code === INVALID_PASSWORD) throw new ConfigurationError(wrongPassword(dataDir));
      if (performance.now() > deadline) throw error;
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

function connectionString(
  socket: string,
  database: string,
  password: string,
  { user = SUPERUSER, options = '-c TimeZone=UTC' } = {},
): string {
  // The server has no TLS, whatever PGSSLMODE asks for. With options of its own, pg ignores those of PGOPTIONS.
  const parameters = `host=${encodeURIComponent(socket)}&sslmode=disable&options=${encodeURIComponent(options)}`;
  return `postgresql://${user}:${password}@localhost:${PORT}/${database}?${parameters}`;
}

function readPidFile(data: string): string[] | undefined {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
}

function wrongPassword(dataDir: string): string {
  return `The database has another password than ${passwordFileIn(dataDir)}. Remove this file, and the next start sets a new one.`;
}

function startFailure(dataDir: string, data: string): string {
  const { bavail, bsize } = statfsSync(data);
  // Then the log may be empty.
  if (bavail * bsize < FULL_BELOW_BYTES) return `Postgres did not start: the disk of ${data} is full.`;
  if (isServer(Number(readPidFile(data)?.[0]))) return IN_USE;
  return `Postgres did not start; ${join(dataDir, 'postgres.log')} says why.`;
}
