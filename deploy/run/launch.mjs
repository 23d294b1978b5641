import { spawn } from 'node:child_process';
import { environment, node24, UNDONE } from './install.mjs';

const LOOK_AT_PARENT_MS = 500;

/** Runs Node.js with `args` as a child process. This process passes signals on to it, and ends when the child ends. */
export function launch(args) {
  // Through the IPC channel the child notices when this process is killed, so that it does not run on alone.
  const program = spawn(node24(), args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env: environment() });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => program.kill(signal));
  program.on('exit', (code) => process.exit(code ?? UNDONE));

  // A killed npm leaves its script running: when the parent process is gone, the child is ended.
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    program.kill('SIGTERM');
  }, LOOK_AT_PARENT_MS);
}
