import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The comment in the HTML that the script replaces. */
const MARKER = '<!--head-script-->';

/** By the first path segment: the modules of its screen, which would otherwise be fetched only after the app. */
const screens: Record<string, readonly string[]> = {
  dashboard: ['signed-in-layout.tsx', 'load-dashboard.ts', 'dashboard-screen.tsx'],
  entry: ['signed-in-layout.tsx', 'entry-screen.tsx'],
  anecdotes: ['signed-in-layout.tsx', 'anecdote-screen.tsx'],
  auth: ['auth-screen.tsx'],
};

/** Inlines `src/head.ts` into the head of every page; in development it is loaded as a module. */
export function headScript(define: Record<string, string>): Plugin {
  let isBuild = false;
  return {
    name: 'head-script',
    configResolved: ({ command }) => {
      isBuild = command === 'build';
    },
    transformIndexHtml: {
      order: 'post',
      // The script is before the style sheets, which would delay it.
      async handler(html, { bundle, chunk }) {
        if (!isBuild) return html.replace(MARKER, '<script type="module" src="/src/head.ts"></script>');
        // The landing page preloads no screen.
        const files = chunk?.name === 'index' && bundle ? filesOfScreens(chunk, bundle) : {};
        const code = await compiled({ ...define, __SCREENS__: JSON.stringify(files) });
        return html.replace(MARKER, () => `<script>${code}</script>`);
      },
    },
  };
}

async function compiled(define: Record<string, string>): Promise<string> {
  const result = await build({
    configFile: false,
    root,
    logLevel: 'error',
    define,
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: `${root}/src/head.ts`, output: { format: 'iife' } },
    },
  });
  const { output } = (Array.isArray(result) ? result[0] : result) as Rolldown.RolldownOutput;
  return output[0].code.trim();
}

/** By screen: the files that it needs in addition to those of the page itself. */
function filesOfScreens(page: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): Record<string, string[]> {
  const own = filesOf(page, bundle);
  return Object.fromEntries(
    Object.entries(screens).map(([name, modules]) => {
      const files = new Set<string>();
      for (const module of modules) filesOf(chunkOf(module, bundle), bundle, files);
      return [name, [...files.difference(own)]];
    }),
  );
}

/** The chunk that an import of `module` fetches; if its code is in a shared chunk, the facade that leads to that. */
function chunkOf(module: string, bundle: Rolldown.OutputBundle): Rolldown.OutputChunk {
  const id = `${root}src/routes/${module}`;
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const found = chunks.find(({ facadeModuleId }) => facadeModuleId === id);
  if (!found) throw new Error(`The build has no chunk for ${module}`);
  return found;
}

/** The scripts and style sheets that `chunk` imports statically, itself included. */
function filesOf(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle, found = new Set<string>()): Set<string> {
  if (found.has(`/${chunk.fileName}`)) return found;
  found.add(`/${chunk.fileName}`);
  for (const sheet of chunk.viteMetadata?.importedCss ?? []) found.add(`/${sheet}`);
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === 'chunk') filesOf(imported, bundle, found);
  }
  return found;
}
