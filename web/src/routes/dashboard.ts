import { createRoute, lazyRouteComponent, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router';
import { type Filter, noFilter, parseFilter } from '../anecdote/filter.ts';
import { monthsQuery, pageQuery } from '../anecdote/queries.ts';
import { type Sorting, type View, views } from '../anecdote/view.ts';
import { memoriesQuery } from '../features/looking-back/queries.ts';
import { statisticsQuery } from '../features/overview/queries.ts';
import { delay } from '../lib/delay.ts';
import { oneOf, textOf } from '../lib/search-params.ts';
import { parseViewport } from '../map/viewport.ts';
import { signedInRoute } from './signed-in.ts';

const HEAD_WAIT_MS = 250;

/** `map` is what the map shows, as `zoom/lat/lng`. */
type DashboardParams = Filter & { view: View; map: string; sort: Sorting };
type GivenParams = { [Name in keyof DashboardParams]?: DashboardParams[Name] | undefined };

export const dashboardRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/dashboard',
  validateSearch: (params: GivenParams & SearchSchemaInput): DashboardParams => ({
    ...parseFilter(params),
    view: oneOf(views, params.view) ?? 'grid',
    sort: params.sort === 'time' ? 'time' : 'relevance',
    map: parseViewport(textOf(params.map)) ? textOf(params.map) : '',
  }),
  search: { middlewares: [stripSearchParams({ ...noFilter, view: 'grid', map: '', sort: 'relevance' })] },
  loaderDeps: ({ search: { view, map: _, sort: __, ...filter } }) => ({ filter, view }),
  loader: async ({ context: { queries }, deps: { filter, view } }) => {
    // A search is the screen's own.
    if (filter.q === '' || view === 'geo') {
      void queries.prefetchQuery(pageQuery(filter, 0));
      if (view === 'timeline') void queries.prefetchQuery(monthsQuery(filter));
    }
    if (view === 'geo') void import('../features/places/places.tsx').catch(() => undefined);
    // An empty journal has no figures, and some days no memories: waiting a moment for both answers spares a jump of the page.
    const head = [statisticsQuery(), memoriesQuery()] as const;
    const answers = Promise.all([queries.prefetchQuery(head[0]), queries.prefetchQuery(head[1])]);
    const areKnown = head.every(({ queryKey }) => queries.getQueryData(queryKey) !== undefined);
    if (!areKnown) await Promise.race([answers, delay(HEAD_WAIT_MS)]);
  },
  component: lazyRouteComponent(() => import('./dashboard-screen.tsx'), 'DashboardScreen'),
});
