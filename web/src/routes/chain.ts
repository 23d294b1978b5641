import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { anecdoteParams } from './anecdote-id.ts';
import { signedInRoute } from './signed-in.ts';

const screen = () => import('./chain-screen.tsx');

export const chainRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/chain/$id',
  params: anecdoteParams,
  loader: async ({ context: { queries }, params: { id } }) => (await screen()).loadChain(queries, id),
  component: lazyRouteComponent(screen, 'ChainScreen'),
});
