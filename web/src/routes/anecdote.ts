import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { anecdoteParams } from './anecdote-id.ts';
import { keepAsOf, validatePast } from './past.ts';
import { signedInRoute } from './signed-in.ts';

const screen = () => import('./anecdote-screen.tsx');

export const anecdoteRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/anecdotes/$id',
  params: anecdoteParams,
  validateSearch: validatePast,
  search: { middlewares: [keepAsOf] },
  loaderDeps: ({ search: { as_of } }) => ({ as_of }),
  loader: async ({ context: { queries }, params: { id }, deps: { as_of } }) =>
    (await screen()).loadAnecdote(queries, id, as_of),
  component: lazyRouteComponent(screen, 'AnecdoteScreen'),
});
