import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { configurationQuery } from '../lib/configuration.ts';
import { oneOf, type SearchParams } from '../lib/search-params.ts';
import { token } from '../lib/session.ts';
import { rootRoute } from './root.tsx';

declare module '@tanstack/react-router' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be augmented
  interface HistoryState {
    /** The name of the person who is about to log in; not in the address, which others may see. */
    username?: string;
  }
}

/** The tabs that the address can open instead of the guest tab. */
const modes = ['login', 'register'] as const;

type AuthParams = { debug?: string | undefined; mode?: (typeof modes)[number] | undefined };

export const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth',
  validateSearch: ({ debug, mode }: SearchParams): AuthParams => ({
    debug: debug === undefined ? undefined : 'on',
    mode: oneOf(modes, mode),
  }),
  beforeLoad: ({ search }) => {
    if (token() !== null && search.debug === undefined) throw redirect({ to: '/dashboard' });
  },
  loader: ({ context: { queries } }) => {
    void queries.prefetchQuery(configurationQuery());
  },
  component: lazyRouteComponent(() => import('./auth-screen.tsx'), 'AuthScreen'),
});
