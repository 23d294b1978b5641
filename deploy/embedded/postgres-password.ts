import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';
import { type PostgresHome, SUPERUSER, serverEnvironment } from './postgres-home.ts';
import { writeNew } from './write-new.ts';

/** The file in `dataDir` with the superuser's password. */
export function passwordFileIn(dataDir: string): string {
  return join(dataDir, 'postgres-password');
}

/** The superuser's password; undefined when its file is missing or empty. */
export function storedPassword(dataDir: string): string | undefined {
  const file = passwordFileIn(dataDir);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() || undefined : undefined;
}

/**
 * The superuser's password. Makes one when there is none, and gives it to the data if they exist already. Throws
 * ConfigurationError when a server uses them.
 */
export function ensurePassword(dataDir: string, home: PostgresHome): string {
  const stored = storedPassword(dataDir);
  if (stored !== undefined) return stored;
  const file = passwordFileIn(dataDir);
  const password = newPassword();
  if (existsSync(join(home.data, 'PG_VERSION'))) resetPassword(home, password, file);
  else if (!existsSync(file)) {
    writeNew(file, password);
    // First starts at the same time use one password, so that it fits whichever data are complete first.
    return storedPassword(dataDir) ?? password;
  }
  writeFileSync(`${file}.new`, password, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  return password;
}

/** A random password of 32 characters that need no quotes. */
export function newPassword(): string {
  return randomBytes(24).toString('base64url');
}

function resetPassword(home: PostgresHome, password: string, file: string): void {
  try {
    execFileSync(join(home.programs, 'bin', 'postgres'), ['--single', '-D', home.data, 'postgres'], {
      ...home.user,
      cwd: home.data,
      env: serverEnvironment(),
      input: `alter role ${SUPERUSER} password '${password}';\n`,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
  } catch (error) {
    const reason = /FATAL: +(.+)/.exec(String((error as { stderr?: Buffer }).stderr))?.[1];
    if (reason === undefined) throw error;
    throw new ConfigurationError(`${file} is missing, and Postgres cannot set a new password: ${reason}.`);
  }
}
