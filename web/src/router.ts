import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { authRoute } from './routes/auth.ts';
import { dashboardRoute } from './routes/dashboard.ts';
import { entryRoute } from './routes/entry.ts';
import { insideRoute } from './routes/inside.ts';
import { rootRoute } from './routes/root.tsx';
import { timelineRoute } from './routes/timeline.ts';
import { welcomeRoute } from './routes/welcome.ts';

/** The app's addresses. Parameters are plain text: `?tags=work,sleep`, never JSON. */
export function createAppRouter(queries: QueryClient) {
  return createRouter({
    routeTree: rootRoute.addChildren([
      welcomeRoute,
      authRoute,
      insideRoute.addChildren([dashboardRoute, timelineRoute, entryRoute]),
    ]),
    context: { queries },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    scrollRestoration: true,
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
      const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
      return text.size === 0 ? '' : `?${text.toString().replaceAll('%2C', ',')}`;
    },
  });
}

declare module '@tanstack/react-router' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be augmented
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
