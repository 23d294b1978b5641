import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { accountRoute } from './routes/account.ts';
import { apiKeysRoute } from './routes/api-keys.ts';
import { apiKeysTestRoute } from './routes/api-keys-test.ts';
import { authRoute } from './routes/auth.ts';
import { dashboardRoute } from './routes/dashboard.ts';
import { emailStatsRoute } from './routes/email-stats.ts';
import { entryRoute } from './routes/entry.ts';
import { ErrorScreen } from './routes/error-screen.tsx';
import { importRoute } from './routes/import.ts';
import { resetPasswordRoute } from './routes/reset-password.ts';
import { rootRoute } from './routes/root.tsx';
import { signedInRoute } from './routes/signed-in.ts';
import { timelineRoute } from './routes/timeline.ts';
import { verifyEmailRoute } from './routes/verify-email.ts';
import { visualizationRoute } from './routes/visualization.ts';
import { welcomeRoute } from './routes/welcome.ts';

/** The app's addresses. Parameters are plain text: `?tags=work,sleep`, never JSON. */
export function createAppRouter(queries: QueryClient) {
  return createRouter({
    routeTree: rootRoute.addChildren([
      welcomeRoute,
      authRoute,
      resetPasswordRoute,
      verifyEmailRoute,
      apiKeysTestRoute,
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
