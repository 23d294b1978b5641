import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { configurationQuery } from '../lib/configuration.ts';
import { oneOf, type SearchParams } from '../lib/search-params.ts';
import { accountId, token } from '../lib/session.ts';
import { rootRoute } from './root.tsx';

declare module '@tanstack/react-router' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be augmented
  interface HistoryState {
    /** The name of the person who is about to log in; not in the address, which others may see. */
    username?: string;
    /** The e-mail address of the account that was registered here; not in the URL either. */
    unverified?: string;
    /** The account that is still logged in when somebody else is about to log in. */
    replacedAccount?: string;
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
  beforeLoad: ({ search, location }) => {
    const showsForm = search.debug !== undefined || location.state.replacedAccount === accountId();
    if (token() !== null && !showsForm) throw redirect({ to: '/dashboard' });
  },
  loader: ({ context: { queries } }) => {
    void queries.prefetchQuery(configurationQuery());
  },
  component: lazyRouteComponent(() => import('./auth-screen.tsx'), 'AuthScreen'),
});
