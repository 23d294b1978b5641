// Runs before anything is installed, so it is plain JavaScript for Node 20, without packages.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const HOUR_MS = 60 * 60 * 1000;

/**
 * Installs the packages of the lock file unless they are installed already, or this is a container, whose image holds
 * what its programs need. Ends the process with one line when that fails.
 */
export function ensureInstalled() {
  if (process.env.IS_CONTAINER === '1' || isInstalled()) return;
  console.log('Installing packages …');
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.env.npm_node_execpath ?? process.execPath, [npm]] : ['npm', []];
  // Builds need development packages, which npm leaves out where NODE_ENV is production.
  const options = ['--include=dev', '--loglevel=error', '--no-fund', '--no-audit'];
  run(command, [...first, 'ci', ...options], 'npm ci failed');
}

/** Whether every package is there in the version of the lock file; those for other platforms may be missing. */
function isInstalled() {
  // npm writes this file when an installation is complete.
  const installed = packagesIn('node_modules/.package-lock.json');
  return Object.entries(packagesIn('package-lock.json')).every(([path, { version, optional }]) => {
    if (!path.includes('node_modules/') || (optional && installed[path] === undefined)) return true;
    return installed[path] !== undefined && installed[path].version === version;
  });
}

function packagesIn(file) {
  return JSON.parse(read(join(root, file)) ?? '{"packages":{}}').packages;
}

/** Builds the web app unless its sources are unchanged since the last build. */
export function ensureBuilt() {
  const sources = ['web', 'contracts/src'].flatMap((folder) => [...filesIn(join(root, folder))]);
  const current = digest([...sources, join(root, 'package-lock.json')]);
  const stamp = join(root, 'node_modules/.cache/anecdotes/built');
  const dist = join(root, 'web/dist');
  const isBuilt = () => read(stamp) === current && existsSync(join(dist, 'index.html'));
  if (isBuilt()) return;
  for (const folder of [stamp, dist].map(dirname)) expectWritable(folder);
  console.log('Building the web app …');
  // In a folder of its own: another process may build it at the same time, or serve it already.
  const made = `${dist}-${process.pid}`;
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  run(
    node24(),
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', 'web', '--outDir', made, '--logLevel', 'error'],
    'The build failed',
    // This build never uses the mock data service, whatever the environment says.
    { VITE_MOCK_API: '' },
  );
  if (!isBuilt()) rmSync(dist, { recursive: true, force: true });
  moveTo(dist, made);
  removeUnfinished(dist);
  save(stamp, current);
}

/** Gives a complete folder its name, or removes it if another process was faster. */
export function moveTo(folder, made) {
  try {
    renameSync(made, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(made, { recursive: true });
  }
}

/** Removes what interrupted builds have left beside `dist`: no build takes an hour. */
function removeUnfinished(dist) {
  for (const name of readdirSync(dirname(dist)).filter((one) => /^dist-\d+$/.test(one))) {
    const path = join(dirname(dist), name);
    const changedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (changedAt < Date.now() - HOUR_MS) rmSync(path, { recursive: true, force: true });
  }
}

/** The Node.js that the lock file pins, or the running one where it is new enough and no package exists. */
export function node24() {
  const pinned = join(root, 'node_modules/.bin/node');
  if (existsSync(pinned)) return pinned;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  return fail(`Node.js 24 is needed; there is no package of it for ${process.platform}-${process.arch}.`);
}

/** The environment of every program of the project: the pinned Node.js comes first, and compiled code is cached. */
export function environment(extra = {}) {
  return {
    // Where this folder cannot be written, Node.js runs without the cache.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/anecdotes/compiled'),
    ...process.env,
    PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
    ...extra,
  };
}

/** The exit code when nothing could be done; 1 means that a check of `npm run audit` or `backup` found a fault. */
export const UNDONE = 2;

/** @returns {never} */
export function fail(message) {
  console.error(message);
  process.exit(UNDONE);
}

/** Creates `folder`; ends the process with one line if this user cannot write there what must be built. */
export function expectWritable(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch {
    fail(`Cannot write to ${folder}, where this version must be built first. Run it as the owner of that folder.`);
  }
}

/** Runs a command; ends the process with `failure` when it fails. */
export function run(command, args, failure, extra) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: environment(extra),
  });
  if (status !== 0) fail(`${failure}${error ? `: ${error.message}` : '.'}`);
}

/** All files below a folder, without those that are installed, built or secret. */
export function* filesIn(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (/^(?:node_modules|dist(?:-.+)?|secrets)$/.test(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(path);
    else yield path;
  }
}

/** The SHA-256 of names and contents of files, and of `more`. */
export function digest(files, more = '') {
  const hash = createHash('sha256').update(more);
  for (const file of files.sort())
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function save(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
