import {
  createRoute,
  lazyRouteComponent,
  redirect,
  type SearchSchemaInput,
  stripSearchParams,
} from '@tanstack/react-router';
import { type Filter, noFilter, parseFilter } from '../anecdote/filter.ts';
import { configurationQuery } from '../lib/configuration.ts';
import { signedInRoute } from './signed-in.ts';
import { waitBeforeShowing } from './wait-before-showing.ts';

const accountRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/account',
  // The filter of the export.
  validateSearch: (params: Partial<Filter> & SearchSchemaInput): Filter => parseFilter(params),
  search: { middlewares: [stripSearchParams(noFilter)] },
  loader: async ({ context: { queries }, location }) => {
    const { sessionsQuery } = await import('../features/account/queries.ts');
    const loading = queries.prefetchQuery(sessionsQuery());
    // The section that a link leads to is shown below the sessions.
    if (location.hash !== '') await waitBeforeShowing(loading);
  },
  component: lazyRouteComponent(() => import('./account-screen.tsx'), 'AccountScreen'),
});

const apiKeysRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/api-keys',
  loader: async ({ context: { queries } }) => {
    const { apiKeysQuery } = await import('../features/api-keys/queries.ts');
    void queries.prefetchQuery(apiKeysQuery());
  },
  component: lazyRouteComponent(() => import('../features/api-keys/api-keys.tsx'), 'ApiKeys'),
});

const importRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/import',
  component: lazyRouteComponent(() => import('../features/import/import.tsx'), 'Import'),
});

/** Only for development: in production it redirects to the dashboard. */
const emailStatsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/email-stats',
  beforeLoad: async ({ context: { queries } }) => {
    const { production } = await queries.ensureQueryData(configurationQuery());
    if (production) throw redirect({ to: '/dashboard' });
  },
  loader: async ({ context: { queries } }) => {
    const { mailStatisticsQuery } = await import('../features/mail-statistics/queries.ts');
    void queries.prefetchQuery(mailStatisticsQuery());
  },
  component: lazyRouteComponent(() => import('../features/mail-statistics/mail-statistics.tsx'), 'MailStatistics'),
});

/** The screens other than the journal. */
export const settingsRoutes = [accountRoute, apiKeysRoute, importRoute, emailStatsRoute] as const;
