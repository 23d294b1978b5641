import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from './lib/search-params.ts';
import { accountRoute } from './routes/account.ts';
import { apiKeysRoute } from './routes/api-keys.ts';
import { authRoute } from './routes/auth.ts';
import { dashboardRoute } from './routes/dashboard.ts';
import { emailStatsRoute } from './routes/email-stats.ts';
import { entryRoute } from './routes/entry.ts';
import { ErrorScreen } from './routes/error-screen.tsx';
import { importRoute } from './routes/import.ts';
import { publicRoutes } from './routes/public.ts';
import { rootRoute } from './routes/root.tsx';
import { signedInRoute } from './routes/signed-in.ts';
import { timelineRoute } from './routes/timeline.ts';
import { visualizationRoute } from './routes/visualization.ts';

/** The routes of the app. */
export function createAppRouter(queries: QueryClient) {
  return createRouter({
    routeTree: rootRoute.addChildren([
      ...publicRoutes,
      authRoute,
      signedInRoute.addChildren([
        dashboardRoute,
        timelineRoute,
        visualizationRoute,
        entryRoute,
        apiKeysRoute,
        accountRoute,
        importRoute,
        emailStatsRoute,
      ]),
    ]),
    context: { queries },
    defaultErrorComponent: ErrorScreen,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    scrollRestoration: true,
    parseSearch,
    stringifySearch,
  });
}

declare module '@tanstack/react-router' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be augmented
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
