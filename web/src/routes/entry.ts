import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { anecdoteQuery } from '../anecdote/queries.ts';
import { signedInRoute } from './signed-in.ts';

export type EntryAddress = { edit?: string | undefined; link?: string | undefined };

const id = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const entryRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/entry',
  validateSearch: ({ edit, link }: Record<string, unknown>): EntryAddress => ({
    ...(typeof edit === 'string' && id.test(edit) && { edit }),
    ...(typeof link === 'string' && id.test(link) && { link }),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    const subject = deps.edit ?? deps.link;
    return subject === undefined ? undefined : context.queries.prefetchQuery(anecdoteQuery(subject));
  },
  component: lazyRouteComponent(() => import('./entry-screen.tsx'), 'EntryScreen'),
});
