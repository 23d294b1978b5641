import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { type SearchParams, textOf } from '../lib/search-params.ts';
import { signedInRoute } from './signed-in.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const anecdoteId = (value: unknown) => (uuid.test(textOf(value)) ? textOf(value) : undefined);

type EntryParams = { edit?: string | undefined; link?: string | undefined };

export const entryRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/entry',
  validateSearch: ({ edit, link }: SearchParams): EntryParams => ({ edit: anecdoteId(edit), link: anecdoteId(link) }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queries }, deps }) => {
    const id = deps.edit ?? deps.link;
    if (id === undefined) return;
    const { anecdoteQuery } = await import('../anecdote/queries.ts');
    await queries.prefetchQuery(anecdoteQuery(id));
  },
  component: lazyRouteComponent(() => import('./entry-screen.tsx'), 'EntryScreen'),
});
