import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { explain } from './process.ts';

const module = fileURLToPath(new URL('process.ts', import.meta.url));

/** A process that calls `endOnSignal` and prints a line once it is ready. */
async function startProcess(stop: string, stdio: 'ignore' | 'ipc' = 'ignore') {
  const code = `import { endOnSignal } from ${JSON.stringify(module)}; endOnSignal(${stop});
    setInterval(() => {}, 1_000); console.log('ready');`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'ignore', stdio],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  if (child.stdout) await once(child.stdout, 'data');
  return { child, exited };
}

test('signals within one second count as one request to stop, and a later one ends the process at once', async () => {
  const { child, exited } = await startProcess('() => new Promise(() => {})');
  const started = performance.now();
  const asking = setInterval(() => child.kill('SIGTERM'), 20);
  const [code] = await exited;
  clearInterval(asking);
  expect(code).toBe(1);
  const milliseconds = performance.now() - started;
  expect(milliseconds).toBeGreaterThan(1_000);
  expect(milliseconds).toBeLessThan(9_000);
});

test('a process ends cleanly when the process that started it is gone', async () => {
  const { child, exited } = await startProcess('async () => {}', 'ipc');
  child.disconnect();
  expect(await exited).toEqual([0, null]);
});

/** Prints `alive` when a SIGHUP has been handled. */
const SAY_ALIVE = `process.on('SIGHUP', () => console.log('alive'))`;

test('a process without a terminal ignores SIGHUP, as nohup asks for', async () => {
  const { child, exited } = await startProcess(`async () => console.log('stopped')); ${SAY_ALIVE}; (() => {}`);
  const [before] = await Promise.all([once(child.stdout ?? child, 'data'), child.kill('SIGHUP')]);
  expect(String(before)).toBe('alive\n');
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});

test('an argument of a program that takes none is reported in one line, exit code 1, and nothing starts', async () => {
  const code = `import { runProcess } from ${JSON.stringify(module)};
    await runProcess('It', async () => ({ address: 'nowhere', stop: async () => {} }));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code, '--', 'main', '--port', '4000']);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [status] = await once(child, 'close');
  expect([status, output]).toEqual([
    1,
    "Unexpected argument '--port'. Settings are environment variables, listed in deploy/README.md.\n",
  ]);
});

const script = '/usr/bin/script';
test.runIf(process.platform === 'linux' && existsSync(script))(
  'a process stops when its terminal is closed (needs script of util-linux)',
  async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'terminal-')), 'stopped');
    onTestFinished(() => rmSync(dirname(file), { recursive: true }));
    const program = `${file}.mjs`;
    writeFileSync(
      program,
      `import { endOnSignal } from ${JSON.stringify(module)}; import { writeFileSync } from 'node:fs';
       endOnSignal(async () => writeFileSync(${JSON.stringify(file)}, '')); setInterval(() => {}, 1_000); console.log('ready');`,
    );
    const terminal = spawn(script, ['-qec', `${process.execPath} ${program}`, '/dev/null'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(terminal.stdout, 'data');
    terminal.kill('SIGKILL');
    await vi.waitFor(() => expect(existsSync(file)).toBe(true), { timeout: 60_000 });
  },
);

test('a file or folder that the system refuses is reported in one line', async () => {
  const refusal = await mkdir(`${module}/folder`).catch((error: unknown) => error);
  expect(explain(refusal)).toBe(`Cannot create ${module}/folder: not a directory.`);
});

test('a missing extension of a database is reported in one line', () => {
  const refusal = Object.assign(new Error('extension "pg_trgm" is not available'), { code: '0A000' });
  expect(explain(refusal)).toBe('The server of DATABASE_URL lacks something (extension "pg_trgm" is not available).');
});

test('a wrong setting of a service ends it with one line and exit code 1', async () => {
  const settings = new URL('settings/read-settings.ts', import.meta.url);
  const code = `import { runProcess } from ${JSON.stringify(module)};
    import { ConfigurationError } from ${JSON.stringify(settings.href)};
    await runProcess('service', () => { throw new ConfigurationError('Wrong setting.'); });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += chunk));
  const [exitCode] = await once(child, 'close');
  expect([exitCode, errors]).toEqual([1, 'Wrong setting.\n']);
});
