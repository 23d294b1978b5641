import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { newSigningKey } from '@anecdotes/contracts/server/auth/tokens';
import { bundleOf } from '@anecdotes/deploy/run/programs';
import { onTestFinished } from 'vitest';
import { createPreparedDatabase } from './database.ts';
import { cheapHashes, compileCache } from './product.ts';

/** The settings that separate services on the log at `EVENTSTORE_URL` share: a new database and new keys. */
export async function sharedSettings(EVENTSTORE_URL: string) {
  return {
    EVENTSTORE_URL,
    DATABASE_URL: await createPreparedDatabase(),
    MASTER_KEY: randomBytes(32).toString('base64'),
    SIGNING_KEY: newSigningKey(),
  };
}

/** Starts the program with this source, as `startProgram` does. */
export function startService(source: string, environment: Record<string, string>, flags?: readonly string[]) {
  return startProgram(bundleOf(source), environment, flags);
}

/** Starts a program; returns its address (empty when it ended instead) and its output. */
export async function startProgram(file: string, environment: Record<string, string>, flags: readonly string[] = []) {
  const child: ChildProcess = spawn(process.execPath, [...cheapHashes, ...flags, file], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...compileCache, PATH: process.env.PATH, NODE_ENV: 'test', RATE_LIMIT: 'off', PORT: '0', ...environment },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  let output = '';
  const address = new Promise<string | undefined>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output += chunk;
        const found = /runs at (http:\/\/\S+)/.exec(output)?.[1];
        if (found !== undefined) resolve(found);
      });
    }
    void exited.then(() => resolve(undefined));
  });
  return {
    address: (await address) ?? '',
    pid: child.pid ?? 0,
    output: () => output,
    exited,
    stop: async () => {
      child.kill('SIGTERM');
      const [code] = await exited;
      return code;
    },
  };
}
