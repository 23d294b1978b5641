import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

const src = fileURLToPath(new URL('../src/', import.meta.url));
const libraries = /node_modules\/(?:react|react-dom|scheduler|@tanstack\/(?:router-core|history|react-router|store))\//;

const journal = ['routes/signed-in-layout.tsx', 'routes/load-dashboard.ts', 'routes/dashboard-screen.tsx'];

/**
 * Files of the build; the first that wants a module has it. Each holds what every one of its lists of modules imports,
 * and those modules, but not what comes only when it is needed. Bundled by themselves they would be more than a hundred,
 * and a browser fetches six at a time.
 */
const chunks: Record<string, readonly (readonly string[])[]> = {
  page: [['landing.ts', 'service-worker/register.ts', 'lib/analytics-sender.ts']],
  app: [['app.tsx']],
  common: [journal, ['routes/auth-screen.tsx']],
  frame: [['routes/signed-in-layout.tsx']],
  anecdote: [journal, ['routes/anecdote-screen.tsx']],
  journal: [journal],
};
/** What starts when it is loaded, and is therefore in no file with anything else. */
const entries = new Set([`${src}landing.ts`, `${src}main.tsx`]);

/** Says in which file of the build a module goes; null where the bundler decides. */
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
