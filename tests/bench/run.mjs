import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Installs what is missing and runs main.mjs on the pinned Node: `npm run bench`, or `npm run bench -- appends`. */
const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '..', '..');
const programs = join(root, 'node_modules', '.bin');
const environment = { ...process.env, PATH: `${programs}${delimiter}${process.env.PATH}` };

function run(program, parameters, folder) {
  const { status } = spawnSync(program, parameters, { cwd: folder, env: environment, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(programs)) run('npm', ['ci', '--loglevel=error'], root);
if (!existsSync(join(here, 'node_modules'))) run('npm', ['ci', '--loglevel=error'], here);
run('node', [join(here, 'main.mjs'), ...process.argv.slice(2)], root);
