import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { chunkGroups } from './build/chunks.ts';
import { headScript } from './build/head-script.ts';
import { fontPreloads, landingPage } from './build/landing-page.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
/** The fonts of the first paint; those of other writing systems are loaded on demand. */
const firstFonts = /(?:newsreader-latin-opsz|instrument-sans-latin-wght)-normal/;
const api = process.env.API_URL ?? 'http://127.0.0.1:3000';
const isMock = process.env.VITE_MOCK_API === 'true';
// Replaced at build time, so that a build without the mock data service contains none of its code.
const define = { 'import.meta.env.VITE_MOCK_API': JSON.stringify(String(isMock)) };

export default defineConfig({
  root,
  plugins: [
    react(),
    layersFirst('reset, base, components, modules, motion'),
    preloadFonts(firstFonts),
    headScript(define),
    ...(isMock ? [] : [landingPage(), serviceWorker(), compressed()]),
  ],
  define,
  build: {
    outDir: isMock ? 'dist-mock' : 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        index: join(root, 'index.html'),
        ...(!isMock && { landing: join(root, 'landing.html'), sw: join(root, 'src/service-worker/worker.ts') }),
      },
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
  server: { host: '127.0.0.1', port: 5173, proxy: { '/api': { target: api } } },
});

/** Starts every stylesheet with the order of the layers, which must not depend on which stylesheet loads first. */
function layersFirst(order: string): Plugin {
  return {
    name: 'layers-first',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
        file.source = `@layer ${order};${String(file.source)}`;
      }
    },
  };
}

/** Preloads the fonts of the first paint, in parallel with the stylesheet that references them. */
function preloadFonts(wanted: RegExp): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      // The landing page has smaller fonts of its own.
      handler: (_html, { bundle, filename }) =>
        filename.endsWith('index.html')
          ? fontPreloads(Object.keys(bundle ?? {}).filter((file) => wanted.test(file)))
          : [],
    },
  };
}

/** Inserts into the service worker the files of the shell, and a revision that changes with any of them. */
function serviceWorker(): Plugin {
  const unhashed = (path: string) => ({ path: `/${path}`, bytes: readFileSync(join(root, 'public', path)) });
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const worker = bundle['sw.js'];
      if (worker?.type !== 'chunk') return this.error('The service worker is missing');
      const built = Object.values(bundle).filter(
        ({ fileName }) =>
          /\.(?:js|css|html)$/.test(fileName) || firstFonts.test(fileName) || /-english-.*\.woff2$/.test(fileName),
      );
      const files = [
        ...built
          .filter((file) => file !== worker)
          .map((file) => ({
            path: `/${file.fileName}`,
            bytes: file.type === 'chunk' ? file.code : file.source,
          })),
        ...[
          'favicon.svg',
          'manifest.webmanifest',
          ...readdirSync(join(root, 'public/icons')).map((icon) => `icons/${icon}`),
        ].map(unhashed),
      ];
      const revision = createHash('sha256');
      for (const { path, bytes } of files) revision.update(path).update(bytes);
      const build = { revision: revision.digest('hex').slice(0, 12), files: files.map(({ path }) => path) };
      worker.code = worker.code.replace('__BUILD__', JSON.stringify(build));
    },
  };
}

/** Writes compressed copies of every text file, so that the server never compresses the same bytes twice. */
function compressed(): Plugin {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return {
    name: 'compressed',
    apply: 'build',
    enforce: 'post',
    writeBundle({ dir = '' }, bundle) {
      for (const file of Object.keys(bundle).filter((name) => /\.(?:js|css|html)$/.test(name))) {
        const path = join(dir, file);
        const bytes = readFileSync(path);
        writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
