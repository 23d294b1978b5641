import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';
import { giveTo, makeOwnDirectory, type PostgresHome, SUPERUSER, serverEnvironment } from './postgres-home.ts';

/**
 * Creates a cluster beside its final place and moves it there when complete, so that a kill leaves no partial one.
 * Returns false if another process was faster; then its cluster stays.
 */
export function initialise(home: PostgresHome, password: string): boolean {
  const unfinished = `${home.data}.unfinished-${process.pid}`;
  const passwordFile = `${unfinished}.password`;
  rmSync(unfinished, { recursive: true, force: true });
  try {
    makeOwnDirectory(unfinished, home.user);
    writeFileSync(passwordFile, password, { mode: 0o600 });
    giveTo(home.user, passwordFile);
    runInitdb(home, unfinished, passwordFile);
    return moveTo(home.data, unfinished);
  } finally {
    removeUnfinished(home.data);
  }
}

/** Removes what this process and killed ones have left beside `data`, but not what others are still making. */
export function removeUnfinished(data: string): void {
  const prefix = `${basename(data)}.unfinished`;
  for (const name of readdirSync(dirname(data)).filter((one) => one.startsWith(prefix))) {
    const pid = Number(/^-(\d+)/.exec(name.slice(prefix.length))?.[1]);
    if (pid > 0 && pid !== process.pid && isAlive(pid)) continue;
    try {
      rmSync(join(dirname(data), name), { recursive: true, force: true });
    } catch {
      // The initdb of a killed process may still write there.
    }
  }
}

function runInitdb(home: PostgresHome, folder: string, passwordFile: string): void {
  try {
    execFileSync(
      join(home.programs, 'bin', 'initdb'),
      [
        `--pgdata=${folder}`,
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
      { ...home.user, cwd: folder, env: serverEnvironment(), stdio: ['ignore', 'ignore', 'pipe'] },
    );
  } catch (error) {
    const { stderr } = error as { stderr?: Buffer };
    const reason = /(?:FATAL|error): +(.+)/.exec(String(stderr))?.[1];
    if (reason === undefined) throw error;
    throw new ConfigurationError(`Postgres cannot create its files in ${home.data}: ${reason}.`);
  }
}

/** Moves the complete cluster to `data`, in place of anything that is no cluster; false if there is one. */
function moveTo(data: string, complete: string): boolean {
  try {
    renameSync(complete, data);
  } catch (error) {
    if (existsSync(join(data, 'PG_VERSION'))) return false;
    if (!existsSync(data)) throw error;
    rmSync(data, { recursive: true, force: true });
    renameSync(complete, data);
  }
  return true;
}

/** True if there is a process with this pid that this one may signal. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
