import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useInstallTime } from '../features/install/offer.ts';
import { useConsent } from '../lib/analytics-consent.ts';
import { takeRememberedAddress } from '../lib/session.ts';
import { setSessionExpired, useSessionExpired } from '../lib/session-expired.ts';
import { OfflineLine } from '../ui/offline-line.tsx';
import { optionalPart } from '../ui/optional-part.ts';
import { ProgressLine } from '../ui/progress-line.tsx';
import { RouteAnnouncer } from '../ui/route-announcer.tsx';
import { NotFoundScreen } from './error-screen.tsx';

const ConsentBanner = optionalPart(async () => (await import('../features/consent/consent-banner.tsx')).ConsentBanner);
const MessageArea = optionalPart(async () => (await import('../ui/message-area.tsx')).MessageArea);
const SessionExpired = optionalPart(
  async () => (await import('../features/sign-in/session-expired.tsx')).SessionExpired,
);
const InstallPrompt = optionalPart(async () => (await import('../features/install/install-prompt.tsx')).InstallPrompt);

export type RouterContext = { queries: QueryClient };

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: NotFoundScreen,
});

function Root() {
  const navigating = useRouterState({ select: (state) => state.status === 'pending' });
  const isLanding = useRouterState({ select: (state) => state.location.pathname === '/' });
  const isSignedInArea = useRouterState({
    select: (state) => state.matches.some(({ routeId }) => routeId === '/signed-in'),
  });
  const isUndecided = useConsent() === null;
  const isExpired = useSessionExpired();
  const isInstallTime = useInstallTime();
  const { history } = useRouter();
  const leave = (address: string) => {
    setSessionExpired(false);
    history.push(address);
  };
  return (
    <>
      {isUndecided && (
        <Suspense fallback={null}>
          <ConsentBanner aboveBar={isSignedInArea} />
        </Suspense>
      )}
      <ProgressLine navigating={navigating} />
      {!isLanding && (
        <Suspense fallback={null}>
          <MessageArea />
        </Suspense>
      )}
      <RouteAnnouncer />
      <Outlet />
      <OfflineLine />
      <div aria-live="polite">
        {isInstallTime && (
          <Suspense fallback={null}>
            <InstallPrompt besideBanner={isUndecided} />
          </Suspense>
        )}
      </div>
      {isExpired && (
        <Suspense fallback={null}>
          <SessionExpired onSignedIn={() => leave(takeRememberedAddress())} onHome={() => leave('/')} />
        </Suspense>
      )}
    </>
  );
}
