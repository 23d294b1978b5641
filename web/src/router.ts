import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from './lib/search-params.ts';
import { activityRoute, trashRoute } from './routes/activity.ts';
import { anecdoteRoute } from './routes/anecdote.ts';
import { authRoute } from './routes/auth.ts';
import { chainRoute } from './routes/chain.ts';
import { dashboardRoute } from './routes/dashboard.ts';
import { entryRoute } from './routes/entry.ts';
import { ErrorScreen } from './routes/error-screen.tsx';
import { publicRoutes } from './routes/public.ts';
import { rootRoute } from './routes/root.tsx';
import { settingsRoutes } from './routes/settings.ts';
import { signedInRoute, unknownRoute } from './routes/signed-in.ts';
import { tagsRoute } from './routes/tags.ts';
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
        anecdoteRoute,
        chainRoute,
        timelineRoute,
        visualizationRoute,
        entryRoute,
        activityRoute,
        trashRoute,
        tagsRoute,
        ...settingsRoutes,
        unknownRoute,
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
