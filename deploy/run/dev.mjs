// `npm run dev`: both services, restarted on change, behind Vite with hot reload.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, environment, node24, root } from './install.mjs';

ensureInstalled();
ensureBuilt();

const services = ['--watch', '--watch-preserve-output', join(root, 'deploy/embedded/main.ts')];
const web = [join(root, 'node_modules/vite/bin/vite.js'), 'web'];
const programs = [services, web].map((args) => spawn(node24(), args, { stdio: 'inherit', env: environment() }));
process.on('SIGINT', () => {});
process.on('SIGTERM', stopAll);
for (const program of programs) {
  program.on('exit', (code) => {
    stopAll();
    process.exitCode ||= code ?? 0;
  });
}

function stopAll() {
  for (const program of programs) program.kill('SIGTERM');
}
