import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { mailStatisticsQuery } from '../features/mail-statistics/queries.ts';
import { configurationQuery } from '../features/sign-in/queries.ts';
import { signedInRoute } from './signed-in.ts';

/** Only for development: production goes to the dashboard. */
export const emailStatsRoute = createRoute({
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
