import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { type SearchParams, textOf } from '../lib/search-params.ts';
import { idOrNone } from './anecdote-id.ts';
import { signedInRoute } from './signed-in.ts';

type EntryParams = {
  edit?: string | undefined;
  link?: string | undefined;
  /** What another app shared, as the manifest names it. */
  title?: string | undefined;
  text?: string | undefined;
  url?: string | undefined;
};

const screen = () => import('./entry-screen.tsx');

export const entryRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/entry',
  validateSearch: ({ edit, link, title, text, url }: SearchParams): EntryParams => ({
    edit: idOrNone(edit),
    link: idOrNone(link),
    title: textOf(title) || undefined,
    text: textOf(text) || undefined,
    url: textOf(url) || undefined,
  }),
  loaderDeps: ({ search: { edit, link } }) => ({ edit, link }),
  loader: async ({ context: { queries }, deps: { edit, link } }) => {
    const id = edit ?? link;
    if (id !== undefined) await (await screen()).loadEntry(queries, id);
  },
  component: lazyRouteComponent(screen, 'EntryScreen'),
});
