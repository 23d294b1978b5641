import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { sessionsQuery } from '../features/account/queries.ts';
import { apiKeysQuery } from '../features/api-keys/queries.ts';
import { mailStatisticsQuery } from '../features/mail-statistics/queries.ts';
import { configurationQuery } from '../lib/configuration.ts';
import { signedInRoute } from './signed-in.ts';

const accountRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/account',
  loader: ({ context: { queries } }) => {
    void queries.prefetchQuery(sessionsQuery());
  },
  component: lazyRouteComponent(() => import('./account-screen.tsx'), 'AccountScreen'),
});

const apiKeysRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/api-keys',
  loader: ({ context: { queries } }) => {
    void queries.prefetchQuery(apiKeysQuery());
  },
  component: lazyRouteComponent(() => import('../features/api-keys/api-keys.tsx'), 'ApiKeys'),
});

const importRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/import',
  component: lazyRouteComponent(() => import('../features/import/import.tsx'), 'Import'),
});

/** Only for development: production goes to the dashboard. */
const emailStatsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/email-stats',
  beforeLoad: async ({ context: { queries } }) => {
    const { production } = await queries.ensureQueryData(configurationQuery());
    if (production) throw redirect({ to: '/dashboard' });
  },
  loader: ({ context: { queries } }) => {
    void queries.prefetchQuery(mailStatisticsQuery());
  },
  component: lazyRouteComponent(() => import('../features/mail-statistics/mail-statistics.tsx'), 'MailStatistics'),
});

/** The screens beside the journal. */
export const settingsRoutes = [accountRoute, apiKeysRoute, importRoute, emailStatsRoute] as const;
