import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleOf } from '@anecdotes/deploy/run/programs';
import { createPreparedDatabase } from './database.ts';
import { isOnWire, wireAddressOf } from './wire-log.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const START_DEADLINE_MS = 60_000;
/** Lets the programs share compiled code, so that they start faster. */
export const compileCache = { NODE_COMPILE_CACHE: join(tmpdir(), 'compile-cache') };
/** Flags for password hashes at almost no cost, for programs whose vault holds no hashes of the usual cost. */
export const cheapHashes = ['--import', new URL('cheap-hashes.ts', import.meta.url).href];
/** By the data folder of a product: its database on the run's Postgres. */
const databases = new Map<string, string>();

/** The whole product running as a program of its own. */
export type RunningProduct = {
  address: string;
  metrics(): Promise<string>;
  process: ChildProcess;
  dataDir: string;
  /** Its database on the run's Postgres; undefined with the bundled Postgres. */
  databaseUrl: string | undefined;
  /** Everything it has written to its terminal. */
  output: () => string;
  /** Asks it to end and returns its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

/** A new folder for data that an ordinary account can enter too. */
export function newDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'anecdotes-data-'));
  chmodSync(folder, 0o711);
  return folder;
}

/**
 * Starts the all-in-one program at a free port and waits until it has printed its address. In `givenDataDir` it uses
 * the bundled Postgres, unless an earlier call made that folder. Without one it gets a new folder and a database on the
 * run's Postgres. `flags` are those of Node.js.
 */
export async function startProduct(
  givenDataDir?: string,
  environment: Record<string, string> = {},
  flags: readonly string[] = cheapHashes,
): Promise<RunningProduct> {
  const dataDir = givenDataDir ?? newDataDir();
  if (givenDataDir === undefined) databases.set(dataDir, await createPreparedDatabase());
  const DATABASE_URL = databases.get(dataDir);
  const log = { EVENTSTORE_URL: isOnWire ? await wireAddressOf(dataDir) : '' };
  const child = spawn(join(root, 'node_modules/.bin/node'), [...flags, bundleOf('deploy/embedded/main.ts')], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      ...compileCache,
      NODE_ENV: 'test',
      RATE_LIMIT: 'off',
      GUEST_MAX_ANECDOTES: '1000000',
      // No test contacts servers outside of this machine.
      MAP_TILE_URL: 'off',
      GEOCODER_URL: 'off',
      PORT: '0',
      DATA_DIR: dataDir,
      ...(DATABASE_URL && { DATABASE_URL }),
      ...log,
      ...environment,
    },
  });
  let output = '';
  const exited = once(child, 'exit');
  const address = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`no address in time:\n${output}`)), START_DEADLINE_MS);
    const read = (chunk: Buffer) => {
      output += chunk;
      const found = /runs at (http:\/\/\S+)/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
      if (found !== undefined) clearTimeout(late);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    void exited.then(([code]) => reject(new Error(`ended with ${code}:\n${output}`)));
  });
  return {
    address,
    async metrics() {
      const found = /Metrics for Prometheus: (\S+)/.exec(output)?.[1];
      return (await fetch(found ?? 'no address')).text();
    },
    process: child,
    dataDir,
    databaseUrl: DATABASE_URL,
    output: () => output,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      const [code] = await exited;
      return code;
    },
  };
}
