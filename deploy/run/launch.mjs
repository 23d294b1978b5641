import { spawn } from 'node:child_process';
import { isatty } from 'node:tty';
import { environment, node24, UNDONE } from './install.mjs';

const LOOK_AT_PARENT_MS = 500;

/**
 * Runs Node.js with `args` as a child process. This process passes signals on to it, and ends when the child ends. A
 * SIGHUP is ignored without a terminal, as after `nohup`, which Node.js would undo.
 */
export function launch(args) {
  // Through the IPC channel the child notices when this process is killed, so that it does not run on alone.
  const program = spawn(node24(), args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env: environment() });
  const hasTerminal = [0, 1, 2].some(isatty);
  let isHungUp = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (signal === 'SIGHUP' && !hasTerminal) isHungUp = true;
      else program.kill(signal);
    });
  }
  program.on('exit', (code) => process.exit(code ?? UNDONE));

  // A killed npm leaves its script running: when the parent process is gone, the child is ended, unless a SIGHUP that is
  // ignored here ended npm.
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    // A signal that came together with that of the parent is handled first.
    setImmediate(() => isHungUp || program.kill('SIGTERM'));
  }, LOOK_AT_PARENT_MS);
}
