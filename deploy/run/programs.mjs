// Runs before anything is installed, so it is plain JavaScript for Node 20, without packages.
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { digest, expectWritable, filesIn, moveTo, node24, root, run } from './install.mjs';

const cache = join(root, 'node_modules/.cache/anecdotes/programs');
const sources = ['command-service', 'projection-service', 'contracts', 'deploy'];
/** A program that runs loads parts of its bundle later, so those of the last versions are kept. */
const KEPT_VERSIONS = 4;

let bundles;

/** The bundle of the program with this source, such as `deploy/audit/main.ts`. */
export function bundleOf(file) {
  bundles ??= ensureBundles();
  return join(bundles, file.replace(/\.ts$/, '.mjs'));
}

/**
 * The folder with the bundle of each program of the servers. Makes the bundles unless the sources are unchanged since.
 * An image has its own.
 */
export function ensureBundles() {
  if (process.env.IS_CONTAINER === '1') return join(root, 'dist');
  const files = [...sources.flatMap((name) => [...filesIn(join(root, name))]), join(root, 'package-lock.json')];
  // Bundles contain absolute paths, so a checkout that was moved makes new ones.
  const folder = join(cache, digest(files, root).slice(0, 16));
  if (existsSync(folder)) return folder;
  expectWritable(cache);
  const made = `${folder}-${process.pid}`;
  run(node24(), [join(root, 'deploy/run/build-programs.mjs'), made], 'The programs could not be built');
  moveTo(folder, made);
  removeOldest();
  return folder;
}

/** Removes the folders of older versions. */
function removeOldest() {
  const changedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const byAge = readdirSync(cache)
    .map((name) => join(cache, name))
    .toSorted((one, other) => changedAt(other) - changedAt(one));
  for (const old of byAge.slice(KEPT_VERSIONS)) rmSync(old, { recursive: true, force: true });
}
