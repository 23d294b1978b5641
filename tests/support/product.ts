import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isOnWire, wireAddressOf } from './wire-log.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const START_DEADLINE_MS = 60_000;

/** The whole product running as a program of its own. */
export type RunningProduct = {
  address: string;
  process: ChildProcess;
  dataDir: string;
  /** Everything it has written to its terminal. */
  output: () => string;
  /** Asks it to end and answers its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

/** A new folder for data that an ordinary account can enter too. */
export function newDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'anecdotes-data-'));
  chmodSync(folder, 0o711);
  return folder;
}

/** Starts the all-in-one program on `dataDir` at a free port and waits until it has told its address. */
export async function startProduct(
  dataDir: string = newDataDir(),
  environment: Record<string, string> = {},
): Promise<RunningProduct> {
  const log = { EVENTSTORE_URL: isOnWire ? await wireAddressOf(dataDir) : '' };
  const child = spawn(join(root, 'node_modules/.bin/node'), [join(root, 'deploy/embedded/main.ts')], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      RATE_LIMIT: 'off',
      GUEST_MAX_ANECDOTES: '1000000',
      PORT: '0',
      DATA_DIR: dataDir,
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
    process: child,
    dataDir,
    output: () => output,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      const [code] = await exited;
      return code;
    },
  };
}
