import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet, redirect, useRouter, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { rememberAddress, takeRememberedAddress, token } from '../lib/session.ts';
import { setSessionExpired, useSessionExpired } from '../lib/session-expired.ts';
import { ProgressLine } from '../ui/progress-line.tsx';
import { RouteAnnouncer } from '../ui/route-announcer.tsx';
import { Failure, Missing } from './failure.tsx';

const MessageArea = lazy(async () => ({ default: (await import('../ui/message-area.tsx')).MessageArea }));
const SessionExpired = lazy(async () => ({
  default: (await import('../features/sign-in/session-expired.tsx')).SessionExpired,
}));

export type RouterContext = { queries: QueryClient };

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Root,
  errorComponent: Failure,
  notFoundComponent: Missing,
});

/** Lets only people who are logged in pass; others come back here after they have logged in. */
export function requireSession({ location }: { location: { href: string } }): void {
  if (token() !== null) return;
  rememberAddress(location.href);
  throw redirect({ to: '/auth' });
}

function Root() {
  const navigating = useRouterState({ select: (state) => state.status === 'pending' });
  const isLanding = useRouterState({ select: (state) => state.location.pathname === '/' });
  const isExpired = useSessionExpired();
  const { history } = useRouter();
  const leave = (address: string) => {
    setSessionExpired(false);
    history.push(address);
  };
  return (
    <>
      <ProgressLine navigating={navigating} />
      {!isLanding && (
        <Suspense fallback={null}>
          <MessageArea />
        </Suspense>
      )}
      <RouteAnnouncer />
      <Outlet />
      {isExpired && (
        <Suspense fallback={null}>
          <SessionExpired onSignedIn={() => leave(takeRememberedAddress())} onHome={() => leave('/')} />
        </Suspense>
      )}
    </>
  );
}
