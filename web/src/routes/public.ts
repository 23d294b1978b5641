import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { configurationQuery } from '../lib/configuration.ts';
import { rootRoute } from './root.tsx';

const welcomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./welcome-screen.tsx'), 'WelcomeScreen'),
});

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('./mailed-link-screens.tsx'), 'ResetPasswordScreen'),
});

const verifyEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/verify-email',
  component: lazyRouteComponent(() => import('./mailed-link-screens.tsx'), 'VerifyEmailScreen'),
});

const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation',
  loader: ({ context: { queries } }) => {
    void queries.prefetchQuery(configurationQuery());
  },
  component: lazyRouteComponent(() => import('./auth-screen.tsx'), 'InvitationScreen'),
});

/** For developers: the screen is public, and only its calls need a log-in. */
const apiKeysTestRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/api-keys-test',
  component: lazyRouteComponent(() => import('../features/api-keys/test-page.tsx'), 'ApiKeysTestPage'),
});

/** The public screens, except for the log-in. */
export const publicRoutes = [
  welcomeRoute,
  resetPasswordRoute,
  verifyEmailRoute,
  invitationRoute,
  apiKeysTestRoute,
] as const;
