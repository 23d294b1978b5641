import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { meQuery } from '../features/sign-in/queries.ts';
import { token } from '../lib/session.ts';
import { NotFoundScreen } from './error-screen.tsx';
import { requireSession } from './require-session.ts';
import { rootRoute } from './root.tsx';

/** The parent route of all screens that need a log-in. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: (context) => {
    // A log-in does not help a visitor at an unknown address.
    if (!token() && context.matches.at(-1)?.routeId === unknownRoute.id) throw notFound();
    requireSession(context);
  },
  loader: async ({ context: { queries } }) => {
    const me = queries.prefetchQuery(meQuery());
    if (queries.getQueryData(meQuery().queryKey) === undefined) await me;
  },
  component: lazyRouteComponent(() => import('./signed-in-layout.tsx'), 'SignedInLayout'),
});

/** All addresses without a screen, so that a person with a session sees them in the frame of the app. */
export const unknownRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '$',
  component: NotFoundScreen,
});
