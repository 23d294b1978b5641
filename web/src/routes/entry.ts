import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { SearchParams } from '../lib/search-params.ts';
import { idOrNone } from './anecdote-id.ts';
import { signedInRoute } from './signed-in.ts';

type EntryParams = { edit?: string | undefined; link?: string | undefined };

const screen = () => import('./entry-screen.tsx');

export const entryRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/entry',
  validateSearch: ({ edit, link }: SearchParams): EntryParams => ({ edit: idOrNone(edit), link: idOrNone(link) }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queries }, deps: { edit, link } }) => {
    const id = edit ?? link;
    if (id !== undefined) await (await screen()).loadEntry(queries, id);
  },
  component: lazyRouteComponent(screen, 'EntryScreen'),
});
