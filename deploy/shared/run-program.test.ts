import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const module = fileURLToPath(new URL('run-program.ts', import.meta.url));

/**
 * Runs a program with this task, and sends it a signal, if one is given, once it prints a line. Its output goes to `file`
 * if that is given; it is read until `reads` chunks have arrived.
 */
async function runTask(
  task: string,
  { signal, file, reads = Infinity }: { signal?: NodeJS.Signals; file?: number; reads?: number } = {},
) {
  const code = `import { runProgram } from ${JSON.stringify(module)};
    const say = (line) => process.stdout.write(line + '\\n');
    const isRefused = (error) => error.name === 'RangeError';
    await runProgram(${task}, (error) => (isRefused(error) ? { message: error.message, code: 1 } : undefined));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', file ?? 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [output, errors] = ['', ''];
  child.stdout?.on('data', (chunk) => {
    output += chunk;
    reads -= 1;
    if (reads === 0) child.stdout?.destroy();
    if (signal !== undefined && output === 'begun\n') child.kill(signal);
  });
  child.stderr?.on('data', (chunk) => (errors += chunk));
  const [exitCode] = await once(child, 'close');
  return { code: exitCode, output, errors };
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  'a program that is stopped by %s lets its task clean up, prints one line and exits with 2',
  async (signal) => {
    const task = `async ({ onStop, signal }) => {
      onStop(async () => say('closed'));
      const waiting = setInterval(() => {}, 1_000);
      const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
      say('begun');
      try {
        await aborted;
        throw new Error('Connection terminated');
      } finally {
        clearInterval(waiting);
        await new Promise((resolve) => setImmediate(resolve));
        say('cleaned up');
      }
    }`;
    const { code, output, errors } = await runTask(task, { signal });
    expect([output, errors]).toEqual(['begun\ncleaned up\nclosed\n', 'Stopped before it was done.\n']);
    expect(code).toBe(2);
  },
);

test.each([
  ['42P01', 'A table is missing (refused). Start the program once, or check DATABASE_URL.'],
  ['42501', 'The role of DATABASE_URL has too few rights (refused).'],
  ['57P01', 'The connection to the database was lost, perhaps because another program stopped it. Run this again.'],
  ['ENOENT', 'The connection to the database was lost, perhaps because another program stopped it. Run this again.'],
])('a program that the database refuses with %s exits with 2 and prints one line', async (code, line) => {
  const error = JSON.stringify({ code, ...(code === 'ENOENT' && { syscall: 'connect' }) });
  const task = `async () => { throw Object.assign(new Error('refused'), ${error}); }`;
  expect(await runTask(task)).toEqual({ code: 2, output: '', errors: `${line}\n` });
});

test('a program ends with the exit code of its task, of its refusal, or of an error that is not expected', async () => {
  expect(await runTask(`async () => { say('done'); return 0; }`)).toEqual({ code: 0, output: 'done\n', errors: '' });
  const refused = await runTask(`async ({ onStop }) => {
    onStop(async () => say('closed'));
    throw new RangeError('Not empty.');
  }`);
  expect(refused).toEqual({ code: 1, output: 'closed\n', errors: 'Not empty.\n' });
  const both = await runTask(`async ({ onStop }) => {
    onStop(async () => say('closed'));
    onStop(async () => { throw new RangeError('Not closed.'); });
    throw new RangeError('Not empty.');
  }`);
  expect(both).toEqual({ code: 1, output: 'closed\n', errors: 'Not empty.\nNot closed.\n' });
  const failed = await runTask(`async () => { throw new Error('Broken'); }`);
  expect(failed).toMatchObject({ code: 2, errors: expect.stringMatching(/^Error: Broken\n +at /) });
});

test('a result that is larger than a pipe is printed whole, or until its reader has enough', async () => {
  const task = `async () => { for (let n = 0; n < 5_000; n++) say('a line of the result, ' + n); return 0; }`;
  const { code, output } = await runTask(task);
  expect([code, output.split('\n').length]).toEqual([0, 5_001]);
  expect(await runTask(task, { reads: 1 })).toMatchObject({ code: 0, errors: '' });
});

test.runIf(process.platform === 'linux')('a program whose result does not fit on the disk exits with 2', async () => {
  const file = openSync('/dev/full', 'w');
  const { code, errors } = await runTask(`async () => { say('a link'); return 0; }`, { file });
  closeSync(file);
  expect([code, errors]).toEqual([2, 'The result could not be written: no space left on device.\n']);
});
