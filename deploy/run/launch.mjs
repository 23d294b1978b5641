import { spawn } from 'node:child_process';
import { environment, node24 } from './install.mjs';

const LOOK_AT_PARENT_MS = 500;

/** Runs Node.js with `args` as a child of this process, which ends with it and passes every signal on. */
export function launch(args) {
  // The channel lets the program notice when this process is killed, so that it never runs on alone.
  const program = spawn(node24(), args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env: environment() });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => program.kill(signal));
  program.on('exit', (code) => process.exit(code ?? 1));

  // npm leaves its script running when it is killed.
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    program.kill('SIGTERM');
  }, LOOK_AT_PARENT_MS);
}
