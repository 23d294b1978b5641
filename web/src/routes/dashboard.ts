import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { filterFromAddress, filterToAddress } from '../anecdote/filter.ts';
import { monthsQuery, pageQuery } from '../anecdote/queries.ts';
import { statisticsQuery } from '../features/overview/queries.ts';
import { signedInRoute } from './signed-in.ts';

/** What the dashboard's address says: the filter, and the view where it is not the grid. */
export type DashboardAddress = {
  view?: 'timeline' | 'geo' | undefined;
  q?: string | undefined;
  tags?: string | undefined;
  period?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

export const dashboardRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/dashboard',
  validateSearch: (address: Record<string, unknown>): DashboardAddress => ({
    ...filterToAddress(filterFromAddress(address)),
    ...((address.view === 'timeline' || address.view === 'geo') && { view: address.view }),
  }),
  loaderDeps: ({ search }) => ({ filter: filterFromAddress(search), view: search.view }),
  loader: async ({ context, deps }) => {
    const { queries } = context;
    void queries.prefetchQuery(pageQuery(deps.filter, 0));
    if (deps.view === 'timeline') void queries.prefetchQuery(monthsQuery(deps.filter));
    const figures = queries.prefetchQuery(statisticsQuery());
    // An empty journal has no figures: waiting a moment for that answer spares it a jump of the page.
    const isKnown = queries.getQueryData(statisticsQuery().queryKey) !== undefined;
    if (!isKnown) await Promise.race([figures, patience()]);
  },
  component: lazyRouteComponent(() => import('./dashboard-screen.tsx'), 'DashboardScreen'),
});

const PATIENCE_MS = 250;

function patience(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
}
