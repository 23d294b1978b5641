import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/**
 * `npm run programs`: tests the API document with third-party programs. A linter checks it, a generator makes a client
 * from it, the compiler checks a program that uses the client, and this program is run against a product of its own.
 */
const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '..', '..');
const path = [join(here, 'node_modules', '.bin'), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
const document = join(root, 'contracts', 'openapi.json');

function run(program, parameters, environment = {}) {
  console.log(`\n> ${program} ${parameters.join(' ')}`);
  const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const env = { ...process.env, PATH: path, ...quiet, ...environment };
  const { status } = spawnSync(program, parameters, { cwd: here, env, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${program} ended with ${status}`);
}

/** Starts the all-in-one program on empty data; returns its address and a function that stops it. */
async function startProduct(dataDir) {
  const program = spawn('node', ['deploy/embedded/main.ts'], {
    cwd: root,
    env: { ...process.env, PATH: path, DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => program.once('exit', resolve));
  for await (const line of createInterface(program.stdout)) {
    const address = /^Anecdotes runs at (\S+)/.exec(line)?.[1];
    if (address === undefined) continue;
    return {
      address,
      async stop() {
        program.kill('SIGTERM');
        await ended;
      },
    };
  }
  throw new Error('the service did not start');
}

if (!existsSync(join(here, 'node_modules'))) run('npm', ['ci', '--loglevel=error']);
run('redocly', ['lint', document, '--config', 'redocly.yaml']);
run('openapi-typescript', [document, '--output', 'node_modules/generated/api.d.ts']);
run('tsc', ['--project', 'tsconfig.json']);

const dataDir = mkdtempSync(join(tmpdir(), 'anecdotes-programs-'));
const product = await startProduct(dataDir);
try {
  run('node', ['client.mjs'], { ADDRESS: product.address });
} finally {
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
