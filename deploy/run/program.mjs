// Runs one of the project's programs on the pinned Node.js: `node deploy/run/program.mjs [--flag of Node.js] <file> …arguments`.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, environment, fail, node24, root } from './install.mjs';

const given = process.argv.slice(2);
const at = given.findIndex((argument) => !argument.startsWith('-'));
if (at < 0) fail('Name the program to run.');
const flags = given.slice(0, at);
const [file, ...rest] = given.slice(at);
ensureInstalled();

const program = spawn(node24(), [...flags, join(root, file), ...rest], { stdio: 'inherit', env: environment() });
// A terminal's Ctrl-C reaches the program by itself; a signal to this process alone must be passed on.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => program.kill('SIGTERM'));
process.on('SIGHUP', () => program.kill('SIGHUP'));
program.on('exit', (code) => process.exit(code ?? 1));
