import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

/** Runs code that uses a module of this folder; returns its exit code and what it reports. */
function run(module: string, code: string) {
  const name = JSON.stringify(new URL(module, import.meta.url).href);
  const parameters = ['--input-type=module', '--eval', `import * as run from ${name}; ${code}`];
  const { status, stderr } = spawnSync(process.execPath, parameters, { encoding: 'utf8' });
  return [status, stderr];
}

test('a program that is killed ends with 2, because 1 would say that its check has found a fault', () => {
  const killed = `run.launch(['--eval', 'process.kill(process.pid, "SIGKILL")'])`;
  expect(run('launch.mjs', killed)).toEqual([2, '']);
});

test('without a terminal a SIGHUP to the launcher is not passed on, a later SIGTERM is', async () => {
  const code = `process.on('SIGHUP', () => console.log('hung up')); setInterval(() => {}, 1_000);
    process.on('SIGTERM', () => { console.log('stopped'); process.exit(); }); console.log('ready');`;
  const start = `import { launch } from ${JSON.stringify(new URL('launch.mjs', import.meta.url).href)};
    launch(['--eval', ${JSON.stringify(code)}]);`;
  const launcher = spawn(process.execPath, ['--input-type=module', '--eval', start], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void launcher.kill('SIGKILL'));
  let output = '';
  launcher.stdout.on('data', (chunk) => (output += chunk));
  await once(launcher.stdout, 'data');
  launcher.kill('SIGHUP');
  launcher.kill('SIGTERM');
  await once(launcher, 'close');
  expect(output).toBe('ready\nstopped\n');
});

test('a folder that cannot be written, where a program must be built first, is reported in one line', () => {
  const folder = `${import.meta.filename}/nothing`;
  const line = `Cannot write to ${folder}, where this version must be built first. Run it as the owner of that folder.\n`;
  expect(run('install.mjs', `run.expectWritable(${JSON.stringify(folder)})`)).toEqual([2, line]);
});

/** A folder with nothing but the module that installs and builds. */
function newClone(): string {
  const clone = mkdtempSync(join(tmpdir(), 'anecdotes-clone-'));
  onTestFinished(() => rmSync(clone, { recursive: true }));
  cpSync(join(import.meta.dirname, 'install.mjs'), join(clone, 'deploy/run/install.mjs'));
  writeFileSync(join(clone, 'package-lock.json'), '{"packages":{"node_modules/vite":{"version":"1.0.0"}}}');
  return clone;
}

function installerOf(clone: string): string {
  return pathToFileURL(join(clone, 'deploy/run/install.mjs')).href;
}

test('packages that only builds need are installed in production too', () => {
  const clone = newClone();
  const npm = join(clone, 'npm.cjs');
  writeFileSync(npm, `require('node:fs').writeFileSync('asked', process.argv.slice(2).join(' '))`);
  const environment = `Object.assign(process.env, ${JSON.stringify({ NODE_ENV: 'production', npm_execpath: npm })})`;
  expect(run(installerOf(clone), `${environment}; run.ensureInstalled()`)).toEqual([0, '']);
  expect(readFileSync(join(clone, 'asked'), 'utf8')).toMatch(/^ci --include=dev /);
});

/** Stands for Vite: writes the text of `web/source` into the folder of the build, or fails after it has emptied that. */
const builder = `
  const { mkdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
  const options = { outDir: { type: 'string', default: 'web/dist' } };
  const { outDir } = require('node:util').parseArgs({ strict: false, options }).values;
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir);
  const source = readFileSync('web/source', 'utf8');
  if (source === 'broken') process.exit(1);
  writeFileSync(outDir + '/index.html', source);
`;

test('a build of the web app replaces the one before only when it is complete, and leaves nothing when it fails', () => {
  const clone = newClone();
  for (const folder of ['web', 'contracts/src', 'node_modules/vite/bin'])
    mkdirSync(join(clone, folder), { recursive: true });
  writeFileSync(join(clone, 'node_modules/vite/bin/vite.js'), builder);
  const build = (source: string) => {
    writeFileSync(join(clone, 'web/source'), source);
    const [status] = run(installerOf(clone), 'run.ensureBuilt()');
    return [status, readFileSync(join(clone, 'web/dist/index.html'), 'utf8'), readdirSync(join(clone, 'web'))];
  };
  const files = ['dist', 'source'];
  expect([build('first'), build('broken'), build('second')]).toEqual([
    [0, 'first', files],
    [2, 'first', files],
    [0, 'second', files],
  ]);
});

test('a part of the tests that does not exist, such as a file, is reported in one line, and nothing runs', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'test.mjs'), 'some.test.ts'], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([
    2,
    'There is no part some.test.ts of the tests; there are: check, unit, integration, e2e. CONTRIBUTING.md says how to run a file.\n',
  ]);
});
