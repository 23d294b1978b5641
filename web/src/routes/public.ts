import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from './root.tsx';

const welcomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyRouteComponent(() => import('../features/welcome/welcome.tsx'), 'Welcome'),
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

/** For developers: only its calls need somebody who is logged in. */
const apiKeysTestRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/api-keys-test',
  component: lazyRouteComponent(() => import('../features/api-keys/test-page.tsx'), 'ApiKeysTestPage'),
});

/** The screens that are open to everybody, except for the log-in. */
export const publicRoutes = [welcomeRoute, resetPasswordRoute, verifyEmailRoute, apiKeysTestRoute] as const;
