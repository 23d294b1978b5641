import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

const src = fileURLToPath(new URL('../src/', import.meta.url));
const libraries = /node_modules\/(?:react|react-dom|scheduler|@tanstack\/(?:router-core|history|react-router|store))\//;

const journal = ['routes/signed-in-layout.tsx', 'routes/load-dashboard.ts', 'routes/dashboard-screen.tsx'];

/**
 * The shared chunks of the build; a module goes into the first chunk that matches. A chunk has the modules that each of
 * its lists contains or imports statically, but nothing that is only imported dynamically. Without them there would be
 * more than a hundred chunks, and a browser fetches six at a time.
 */
const chunks: Record<string, readonly (readonly string[])[]> = {
  page: [['landing.ts', 'service-worker/register.ts', 'lib/analytics-sender.ts']],
  app: [['app.tsx']],
  common: [journal, ['routes/auth-screen.tsx']],
  frame: [['routes/signed-in-layout.tsx']],
  anecdote: [journal, ['routes/anecdote-screen.tsx']],
  journal: [journal],
};
/** Modules that run the app when loaded, and therefore must not share a chunk with others. */
const entries = new Set([`${src}landing.ts`, `${src}main.tsx`]);

/** Assigns modules to chunks; null leaves a module to the bundler. */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'libraries', test: libraries },
  ...Object.entries(chunks).map(([name, lists]) => {
    let closures: readonly ReadonlySet<string>[] | undefined;
    const nameOf: Rolldown.CodeSplittingNameFunction = (id, graph) => {
      closures ??= lists.map((modules) => closureOf(modules, graph));
      return closures.every((closure) => closure.has(id)) && !entries.has(id) ? name : null;
    };
    return { name: nameOf, debugName: name };
  }),
  // Every dialog, menu and message needs these; on their own they would be several small files.
  { name: 'portals', test: /@base-ui\/.*\/(?:inertValue|FloatingPortalLite|FloatingPortal)\.m?js$/ },
];

function closureOf(modules: readonly string[], graph: Rolldown.ChunkingContext): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (id: string) => {
    if (found.has(id)) return;
    found.add(id);
    graph.getModuleInfo(id)?.importedIds.forEach(add);
  };
  for (const module of modules) add(`${src}${module}`);
  return found;
}
