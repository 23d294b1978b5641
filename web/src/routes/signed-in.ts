import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { meQuery } from '../features/sign-in/queries.ts';
import { requireSession } from './require-session.ts';
import { rootRoute } from './root.tsx';

/** The parent route of all screens that need a log-in. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: requireSession,
  loader: async ({ context: { queries } }) => {
    const me = queries.prefetchQuery(meQuery());
    if (queries.getQueryData(meQuery().queryKey) === undefined) await me;
  },
  component: lazyRouteComponent(() => import('./signed-in-layout.tsx'), 'SignedInLayout'),
});
