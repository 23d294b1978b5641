import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { configurationQuery } from '../features/sign-in/queries.ts';
import { token } from '../lib/session.ts';
import { rootRoute } from './root.tsx';

declare module '@tanstack/react-router' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be augmented
  interface HistoryState {
    /** Who is about to log in; not in the address, which others may see. */
    username?: string;
  }
}

/** What the address opens instead of the guest tab. */
const modes = ['login', 'register'] as const;

export type AuthAddress = { debug?: string | undefined; mode?: (typeof modes)[number] | undefined };

export const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth',
  validateSearch: ({ debug, mode }: Record<string, unknown>): AuthAddress => ({
    ...(debug !== undefined && { debug: 'on' }),
    mode: modes.find((known) => known === mode),
  }),
  beforeLoad: ({ search }) => {
    if (token() !== null && search.debug === undefined) throw redirect({ to: '/dashboard' });
  },
  loader: ({ context }) => {
    void context.queries.prefetchQuery(configurationQuery());
  },
  component: lazyRouteComponent(() => import('./auth-screen.tsx'), 'AuthScreen'),
});
