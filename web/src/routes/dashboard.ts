import { createRoute, lazyRouteComponent, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router';
import { type Filter, noFilter, parseFilter } from '../anecdote/filter.ts';
import { type Sorting, type View, views } from '../anecdote/view.ts';
import { oneOf, textOf } from '../lib/search-params.ts';
import { parseViewport } from '../map/viewport.ts';
import { keepAsOf, validatePast } from './past.ts';
import { signedInRoute } from './signed-in.ts';

/** `map` is the viewport of the map, as `zoom/lat/lng`. */
type DashboardParams = Filter & { view: View; map: string; sort: Sorting };
type GivenParams = { [Name in keyof DashboardParams]?: DashboardParams[Name] | undefined };

let load: typeof import('./load-dashboard.ts').loadDashboard | undefined;

export const dashboardRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/dashboard',
  validateSearch: (params: GivenParams & SearchSchemaInput): DashboardParams => ({
    ...parseFilter(params),
    ...validatePast(params),
    view: oneOf(views, params.view) ?? 'grid',
    sort: params.sort === 'time' ? 'time' : 'relevance',
    map: parseViewport(textOf(params.map)) ? textOf(params.map) : '',
  }),
  search: {
    middlewares: [stripSearchParams({ ...noFilter, view: 'grid', map: '', sort: 'relevance' }), keepAsOf],
  },
  loaderDeps: ({ search: { view, map: _, sort, ...filter } }) => ({ filter, view, sort }),
  loader: async ({ context: { queries }, deps }) => {
    // Imported only once, because a newly chosen filter must show at once.
    load ??= (await import('./load-dashboard.ts')).loadDashboard;
    await load(queries, deps);
  },
  component: lazyRouteComponent(() => import('./dashboard-screen.tsx'), 'DashboardScreen'),
});
