import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environment, node24, root } from './install.mjs';

/** Runs a program of an installed package; returns whether it ended without an error. */
export async function runTool(program, args, extra) {
  const command = [join(root, 'node_modules', program), ...args];
  const options = { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: environment(extra) };
  const [code] = await once(spawn(node24(), command, options), 'exit');
  return code === 0;
}

/**
 * Runs a program that writes a report as JSON to the file named by the environment variable `variable`. Returns the
 * report, or undefined when there is none, and whether the program ended without an error.
 */
export async function runReportingTool(program, args, variable, extra) {
  const folder = mkdtempSync(join(tmpdir(), 'anecdotes-report-'));
  const file = join(folder, 'report.json');
  try {
    const isGood = await runTool(program, args, { ...extra, [variable]: file });
    return { isGood, report: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
