// `npm start`: installs and builds what is missing, then runs everything in one process.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, environment, node24, root } from './install.mjs';

ensureInstalled();
ensureBuilt();

// The channel lets the program notice when this parent is killed, so that it never runs on alone.
const program = spawn(node24(), [join(root, 'deploy/embedded/main.ts')], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: environment(),
});
// A terminal's Ctrl-C reaches the program by itself; a signal to this process alone must be passed on.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => program.kill('SIGTERM'));
process.on('SIGHUP', () => program.kill('SIGHUP'));
program.on('exit', (code) => process.exit(code ?? 1));
