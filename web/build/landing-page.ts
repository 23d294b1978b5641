import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

type LandingPage = { markup: string; styles: string; fonts: ReadonlyMap<string, string | Uint8Array> };

/** Renders the landing page into `landing.html` with its styles, so that it is painted before any script runs. */
export function landingPage(): Plugin {
  let page: LandingPage;
  return {
    name: 'landing-page',
    apply: 'build',
    async generateBundle() {
      page = await render();
      for (const [fileName, source] of page.fonts) this.emitFile({ type: 'asset', fileName, source });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { filename }) {
        if (!filename.endsWith('landing.html')) return undefined;
        return {
          html: html.replace(/<div id="root"[^>]*>/, (opening) => opening + page.markup),
          tags: [...fontPreloads(page.fonts.keys()), { tag: 'style', children: page.styles, injectTo: 'head' }],
        };
      },
    },
  };
}

/** Tags that let the browser preload the fonts `files` together with the page. */
export function fontPreloads(files: Iterable<string>): HtmlTagDescriptor[] {
  return [...files].map((file) => ({
    tag: 'link',
    attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' },
    injectTo: 'head-prepend',
  }));
}

/** Builds `src/landing-page.tsx` for Node.js and runs it. */
async function render(): Promise<LandingPage> {
  const result = await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [react()],
    ssr: { noExternal: true },
    build: {
      write: false,
      ssr: 'src/landing-page.tsx',
      ssrEmitAssets: true,
      cssCodeSplit: false,
      cssMinify: true,
      assetsInlineLimit: 0,
    },
  });
  const { output } = (Array.isArray(result) ? result[0] : result) as Rolldown.RolldownOutput;
  const assets = output.filter((file) => file.type === 'asset');
  const sheet = assets.find(({ fileName }) => fileName.endsWith('.css'));
  if (!sheet) throw new Error('The landing page has no styles');
  const fonts = assets.filter(({ fileName }) => fileName.endsWith('.woff2'));
  const folder = mkdtempSync(join(tmpdir(), 'landing-page-'));
  try {
    const file = join(folder, 'landing-page.mjs');
    writeFileSync(file, output[0].code);
    const { markup } = await import(pathToFileURL(file).href);
    return {
      markup,
      styles: String(sheet.source),
      fonts: new Map(fonts.map(({ fileName, source }) => [fileName, source])),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
