import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

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

test('a folder that cannot be written, where a program must be built first, is reported in one line', () => {
  const folder = `${import.meta.filename}/nothing`;
  const line = `Cannot write to ${folder}, where this version must be built first. Run it as the owner of that folder.\n`;
  expect(run('install.mjs', `run.expectWritable(${JSON.stringify(folder)})`)).toEqual([2, line]);
});
