// `npm run dev:mock`: the web app alone, on its mock data service. `npm run build:mock` builds it into web/dist-mock.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, environment, node24, root } from './install.mjs';

ensureInstalled();

const [command, ...rest] = process.argv.slice(2);
const args = command === 'build' ? ['build', 'web', ...rest] : ['web', ...(command ? [command, ...rest] : [])];
const vite = spawn(node24(), [join(root, 'node_modules/vite/bin/vite.js'), ...args], {
  cwd: root,
  stdio: 'inherit',
  env: environment({ VITE_MOCK_API: 'true' }),
});
process.on('SIGINT', () => {});
process.on('SIGTERM', () => vite.kill('SIGTERM'));
vite.on('exit', (code) => process.exit(code ?? 1));
