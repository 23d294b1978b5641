import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Frame } from '../features/frame/frame.tsx';
import { PaletteToCome } from '../features/palette/palette-to-come.tsx';
import { logOut } from '../features/sign-in/log-out.ts';
import { meQuery } from '../features/sign-in/queries.ts';
import { flagTestUser } from '../lib/analytics.ts';
import { followChanges } from '../lib/live.ts';
import { sayPartMissing } from '../lib/missing-part.ts';
import { endSession } from '../lib/session.ts';

const load = {
  palette: () => import('../features/palette/palette.tsx'),
  shortcuts: () => import('../features/frame/shortcuts-dialog.tsx'),
};
const Palette = lazy(async () => ({ default: (await load.palette()).Palette }));
const ShortcutsDialog = lazy(async () => ({ default: (await load.shortcuts()).ShortcutsDialog }));

/** What lies over the screen, once its code is `here`; it stays mounted while it goes. */
type Overlay = { name: keyof typeof load; open: boolean; here: boolean };

/** The frame of the app: follows changes while it stands. */
export function InsideScreen() {
  const { data: user } = useQuery(meQuery());
  const queries = useQueryClient();
  const navigate = useNavigate();
  const address = useRouterState({ select: (state) => state.location });
  const onDashboard = address.pathname === '/dashboard';
  const search = onDashboard && 'q' in address.search ? String(address.search.q) : '';
  const [overlay, setOverlay] = useState<Overlay>();
  useEffect(() => followChanges(queries), [queries]);
  useEffect(() => (user ? flagTestUser(user.is_test_user === true) : undefined), [user]);
  const [typedAhead, setTypedAhead] = useState('');
  const show = (name: Overlay['name']) => {
    setTypedAhead('');
    setOverlay({ name, open: true, here: false });
    load[name]().then(
      () => setOverlay((shown) => shown && { ...shown, here: true }),
      () => {
        // Without a network its code may be missing; the screen must not go with it.
        setOverlay(undefined);
        sayPartMissing();
      },
    );
  };
  const showPalette = () => show('palette');
  const showShortcuts = () => show('shortcuts');
  const close = () => setOverlay((shown) => shown && { ...shown, open: false });
  const leave = () => {
    void logOut().catch(() => undefined);
    endSession('logged-out');
  };

  const toCome = overlay?.name === 'palette' && overlay.open && (
    <PaletteToCome typed={typedAhead} onType={setTypedAhead} onClose={close} />
  );

  return (
    <Frame
      user={user}
      search={search}
      screen={address.pathname}
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
      onPlaces={() => void navigate({ to: '/dashboard', search: { view: 'geo' } })}
      onPalette={showPalette}
      onShortcuts={showShortcuts}
      onLogOut={leave}
    >
      <Outlet />
      <Suspense fallback={toCome}>
        {overlay && !overlay.here && toCome}
        {overlay?.here && overlay.name === 'palette' && (
          <Palette
            open={overlay.open}
            typed={typedAhead}
            onClose={close}
            onShortcuts={showShortcuts}
            onLogOut={leave}
          />
        )}
        {overlay?.here && overlay.name === 'shortcuts' && <ShortcutsDialog open={overlay.open} onClose={close} />}
      </Suspense>
    </Frame>
  );
}
