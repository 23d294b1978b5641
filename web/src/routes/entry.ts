import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { SearchParams } from '../lib/search-params.ts';
import { anecdoteId } from './anecdote-id.ts';
import { signedInRoute } from './signed-in.ts';

type EntryParams = { edit?: string | undefined; link?: string | undefined };

export const entryRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/entry',
  validateSearch: ({ edit, link }: SearchParams): EntryParams => ({ edit: anecdoteId(edit), link: anecdoteId(link) }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queries }, deps }) => {
    const id = deps.edit ?? deps.link;
    if (id === undefined) return;
    const [{ anecdoteQuery }, { seedAnecdote }] = await Promise.all([
      import('../anecdote/queries.ts'),
      import('./seed-anecdote.ts'),
    ]);
    // A list may contain an older revision than the present one, such as that before a Same Here.
    seedAnecdote(queries, id, { isStale: true });
    const loading = queries.prefetchQuery(anecdoteQuery(id));
    if (queries.getQueryData(anecdoteQuery(id).queryKey) === undefined) await loading;
  },
  component: lazyRouteComponent(() => import('./entry-screen.tsx'), 'EntryScreen'),
});
