import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { filterFromAddress, filterToAddress } from '../features/browse/filter.ts';
import { anecdotesQuery } from '../features/browse/queries.ts';
import { statisticsQuery } from '../features/overview/queries.ts';
import { insideRoute } from './inside.ts';

/** What the dashboard's address says: the filter, and the view where it is not the grid. */
export type DashboardAddress = {
  view?: 'timeline' | undefined;
  q?: string | undefined;
  tags?: string | undefined;
  period?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

export const dashboardRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/dashboard',
  validateSearch: (address: Record<string, unknown>): DashboardAddress => ({
    ...filterToAddress(filterFromAddress(address)),
    ...(address.view === 'timeline' && { view: 'timeline' }),
  }),
  loaderDeps: ({ search }) => filterFromAddress(search),
  loader: ({ context, deps }) => {
    void context.queries.prefetchInfiniteQuery(anecdotesQuery(deps));
    void context.queries.prefetchQuery(statisticsQuery());
  },
  component: lazyRouteComponent(() => import('./dashboard-screen.tsx'), 'DashboardScreen'),
});
