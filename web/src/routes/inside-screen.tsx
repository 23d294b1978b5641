import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Frame } from '../features/frame/frame.tsx';
import { logOut } from '../features/sign-in/log-out.ts';
import { meQuery } from '../features/sign-in/queries.ts';
import { followChanges } from '../lib/live.ts';
import { endSession } from '../lib/session.ts';

/** The frame of the app: follows changes while it stands. */
export function InsideScreen() {
  const { data: user } = useQuery(meQuery());
  const queries = useQueryClient();
  const navigate = useNavigate();
  const address = useRouterState({ select: (state) => state.location });
  const onDashboard = address.pathname === '/dashboard';
  const search = onDashboard && 'q' in address.search ? String(address.search.q) : '';
  useEffect(() => followChanges(queries), [queries]);

  return (
    <Frame
      user={user}
      search={search}
      onSearch={(q, typing) => {
        if (!onDashboard && typing) return;
        void navigate({
          to: '/dashboard',
          search: (before) => ({ ...(onDashboard ? before : {}), q: q === '' ? undefined : q }),
          replace: onDashboard && search !== '',
          resetScroll: false,
        });
      }}
      onNew={() => void navigate({ to: '/entry' })}
      onJournal={() => void navigate({ to: '/dashboard' })}
      onLogOut={() => {
        void logOut().catch(() => undefined);
        endSession('logged-out');
      }}
    >
      <Outlet />
    </Frame>
  );
}
