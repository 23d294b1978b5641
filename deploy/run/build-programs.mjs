// Bundles the programs and worker threads of the servers: `node deploy/run/build-programs.mjs <folder>`. A bundle loads
// in a third of the time that its 1,200 modules take, and in 30 MB less memory.
import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('../..', import.meta.url));
const programs = [
  'command-service/src/main.ts',
  'projection-service/src/main.ts',
  'deploy/accounts/main.ts',
  'deploy/audit/main.ts',
  'deploy/backup/main.ts',
  'deploy/backup/restore-main.ts',
  'deploy/embedded/main.ts',
  'deploy/gateway/main.ts',
  'deploy/log-copy/main.ts',
  'deploy/verify-proof/main.ts',
];

/** Lets a bundle find the files that a source names by `new URL('…', import.meta.url)`. */
const filesBesideSources = {
  name: 'files-beside-sources',
  transform(code, id) {
    if (!id.endsWith('.ts')) return null;
    return code.replace(/new URL\('([^']+)', import\.meta\.url\)/g, (_, name) => {
      const file = join(dirname(id), name);
      if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return `new URL('${pathToFileURL(file)}')`;
      const emitted = file.endsWith('.ts')
        ? { type: 'chunk', id: file, name: basename(file, '.ts') }
        : { type: 'asset', name: basename(file), source: readFileSync(file) };
      return `new URL(import.meta.ROLLUP_FILE_URL_${this.emitFile(emitted)})`;
    });
  },
};

const bundle = await rolldown({
  input: Object.fromEntries(programs.map((file) => [file.replace(/\.ts$/, ''), join(root, file)])),
  platform: 'node',
  // One is optional and not installed; the other is only loaded for EventStoreDB, and its own packages are used too.
  external: ['pg-native', /^@eventstore\/db-client/],
  plugins: [filesBesideSources],
});
await bundle.write({
  dir: process.argv[2],
  entryFileNames: '[name].mjs',
  chunkFileNames: 'shared/[name]-[hash].mjs',
  assetFileNames: 'files/[name]-[hash][extname]',
});
