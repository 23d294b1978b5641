import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { meQuery } from '../features/sign-in/queries.ts';
import { requireSession } from './require-session.ts';
import { rootRoute } from './root.tsx';

/** Everything behind the login. */
export const insideRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'inside',
  beforeLoad: requireSession,
  loader: ({ context: { queries } }) => {
    const asked = queries.prefetchQuery(meQuery());
    return queries.getQueryData(meQuery().queryKey) === undefined ? asked : undefined;
  },
  component: lazyRouteComponent(() => import('./inside-screen.tsx'), 'InsideScreen'),
});
