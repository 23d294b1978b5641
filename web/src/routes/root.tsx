import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { useInstallTime } from '../features/install/use-install-time.ts';
import { consent } from '../lib/analytics-consent.ts';
import { passwordQuestion } from '../lib/password-question.ts';
import { takeRememberedAddress, token } from '../lib/session.ts';
import { sessionExpired } from '../lib/session-expired.ts';
import { useStore } from '../lib/use-store.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { OfflineLine } from '../ui/offline-line.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { RouteAnnouncer } from '../ui/route-announcer.tsx';
import { NotFoundScreen } from './error-screen.tsx';

const ConfirmPassword = lazyComponent(() => import('../features/account/confirm-password.tsx'), 'ConfirmPassword');
const ConsentBanner = lazyComponent(() => import('../features/consent/consent-banner.tsx'), 'ConsentBanner');
const MessageArea = lazyComponent(() => import('../ui/message-area.tsx'), 'MessageArea');
const SessionExpired = lazyComponent(() => import('../features/sign-in/session-expired.tsx'), 'SessionExpired');
const InstallPrompt = lazyComponent(() => import('../features/install/install-prompt.tsx'), 'InstallPrompt');

export type RouterContext = { queries: QueryClient };

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: () => (
    <main className="page">
      <NotFoundScreen />
    </main>
  ),
});

function Root() {
  const navigating = useRouterState({ select: (state) => state.status === 'pending' });
  const isLanding = useRouterState({ select: (state) => state.location.pathname === '/' });
  const isSignedInArea = useRouterState({
    select: (state) => state.matches.some(({ routeId }) => routeId === '/signed-in' && token()),
  });
  const isUndecided = useStore(consent) === null;
  const isExpired = useStore(sessionExpired);
  const isAskedForPassword = useStore(passwordQuestion) !== undefined;
  const isInstallTime = useInstallTime();
  const { history } = useRouter();
  const leave = (address: string) => {
    sessionExpired.set(false);
    history.push(address);
  };
  return (
    <>
      {isUndecided && <ConsentBanner aboveBar={isSignedInArea} />}
      <ProgressLine navigating={navigating} />
      {!isLanding && <MessageArea />}
      <RouteAnnouncer />
      <Outlet />
      <OfflineLine />
      <div aria-live="polite">{isInstallTime && <InstallPrompt besideBanner={isUndecided} />}</div>
      {isAskedForPassword && <ConfirmPassword />}
      {isExpired && <SessionExpired onSignedIn={() => leave(takeRememberedAddress())} onHome={() => leave('/')} />}
    </>
  );
}
