import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBundles } from '@anecdotes/deploy/run/programs';
import type { Plugin } from 'vitest/config';

const thread = /(?<=new Worker\(new URL\()'([^']+-thread)\.ts', import\.meta\.url(?=\))/g;

/** Starts worker threads from their bundles, as the product does: their many modules take twice the processor time. */
export function bundledThreads(): Plugin {
  let folder: string | undefined;
  const bundleOf = (name: string) => {
    folder ??= join(ensureBundles(), 'shared');
    const file = readdirSync(folder).find((one) => one.startsWith(`${basename(name)}-`));
    if (file === undefined) throw new Error(`There is no bundle of ${name}.`);
    return pathToFileURL(join(folder, file)).href;
  };
  return {
    name: 'bundled-threads',
    // Before the quotes of the source may be changed.
    enforce: 'pre',
    transform: (code) => code.replaceAll(thread, (_, name: string) => JSON.stringify(bundleOf(name))),
    // From the cache, a module would start the bundle of earlier sources, or one that was removed since.
    configureVitest({ defineCacheKeyGenerator }) {
      defineCacheKeyGenerator(({ sourceCode }) => (sourceCode.search(thread) < 0 ? undefined : false));
    },
  };
}
