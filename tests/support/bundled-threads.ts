import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBundles } from '@anecdotes/deploy/run/programs';
import type { Plugin } from 'vitest/config';

/** Starts worker threads from their bundles, as the product does: their many modules take twice the processor time. */
export function bundledThreads(): Plugin {
  let folder: string | undefined;
  const bundleOf = (thread: string) => {
    folder ??= join(ensureBundles(), 'shared');
    const file = readdirSync(folder).find((name) => name.startsWith(`${basename(thread)}-`));
    if (file === undefined) throw new Error(`There is no bundle of ${thread}.`);
    return pathToFileURL(join(folder, file)).href;
  };
  return {
    name: 'bundled-threads',
    // Before the quotes of the source may be changed.
    enforce: 'pre',
    transform: (code) =>
      code.replaceAll(/(?<=new Worker\(new URL\()'([^']+-thread)\.ts', import\.meta\.url(?=\))/g, (_, thread: string) =>
        JSON.stringify(bundleOf(thread)),
      ),
  };
}
