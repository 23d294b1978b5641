// Runs one of the project's programs on the pinned Node.js: `node deploy/run/program.mjs <file> …arguments`.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, environment, fail, node24, root } from './install.mjs';

const [file, ...rest] = process.argv.slice(2);
if (file === undefined) fail('Name the program to run.');
ensureInstalled();

const program = spawn(node24(), [join(root, file), ...rest], { stdio: 'inherit', env: environment() });
// A terminal's Ctrl-C reaches the program by itself; a signal to this process alone must be passed on.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => program.kill('SIGTERM'));
process.on('SIGHUP', () => program.kill('SIGHUP'));
program.on('exit', (code) => process.exit(code ?? 1));
