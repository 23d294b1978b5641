import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useNavigate, useParams, useRouterState } from '@tanstack/react-router';
import { type ComponentType, useEffect, useState } from 'react';
import { useAsOf } from '../anecdote/as-of.ts';
import { ConnectOverlay } from '../anecdote/connect-overlay.tsx';
import { noFilter } from '../anecdote/filter.ts';
import { TrustsLinks } from '../anecdote/text-rendering.ts';
import { AppShell } from '../features/app-shell/app-shell.tsx';
import { CalendarOverlay, openCalendar } from '../features/looking-back/calendar-overlay.tsx';
import { useSurprise } from '../features/looking-back/use-surprise.ts';
import type { PaletteProps } from '../features/palette/palette.tsx';
import { PalettePlaceholder } from '../features/palette/palette-placeholder.tsx';
import { PastBanner } from '../features/past/past-banner.tsx';
import { notifyStoppedSamples } from '../features/sample/use-samples.ts';
import { logOut } from '../features/sign-in/log-out.ts';
import { meQuery } from '../features/sign-in/queries.ts';
import { setTestUser } from '../lib/analytics.ts';
import { followChanges } from '../lib/live.ts';
import { loadOrNotify } from '../lib/load-failure.ts';
import { journalKey } from '../lib/query-client.ts';
import { endSession } from '../lib/session.ts';
import { followDay } from '../lib/today.ts';
import { useOnLeave } from '../lib/use-on-leave.ts';
import { Status } from '../ui/status.tsx';

const load: Record<'palette' | 'shortcuts', () => Promise<ComponentType<PaletteProps>>> = {
  palette: async () => (await import('../features/palette/palette.tsx')).Palette,
  shortcuts: async () => (await import('../features/app-shell/shortcuts-dialog.tsx')).ShortcutsDialog,
};

/** The initial value of what is typed before the palette's code is loaded. */
const noEarlyInput = { initialText: '', hasPressedEnter: false };

/** The open overlay, with its component once that is loaded; it stays mounted while it closes. */
type Overlay = { name: keyof typeof load; open: boolean; Part?: ComponentType<PaletteProps> };

/** The frame of the signed-in app; listens for changes of the journal while it is mounted. */
export function SignedInLayout() {
  const { data: user } = useQuery(meQuery());
  const queries = useQueryClient();
  const navigate = useNavigate();
  const address = useRouterState({ select: (state) => state.location });
  const onDashboard = address.pathname === '/dashboard';
  const search = onDashboard && 'q' in address.search ? String(address.search.q) : '';
  const [overlay, setOverlay] = useState<Overlay>();
  useEffect(() => followChanges(queries), [queries]);
  useEffect(() => followDay(() => void queries.invalidateQueries({ queryKey: journalKey })), [queries]);
  useEffect(() => notifyStoppedSamples(queries), [queries]);
  useEffect(() => (user ? setTestUser(user.is_test_user === true) : undefined), [user]);
  const [earlyInput, setEarlyInput] = useState(noEarlyInput);
  const { id: opened } = useParams({ strict: false });
  const [anecdote, setAnecdote] = useState<string>();
  const show = async (name: Overlay['name']) => {
    setEarlyInput(noEarlyInput);
    setAnecdote(focusedAnecdote() ?? opened);
    setOverlay((shown) => (shown?.name === name ? { ...shown, open: true } : { name, open: true }));
    const Part = await loadOrNotify(load[name]);
    setOverlay((shown) => (shown?.name === name ? Part && { ...shown, Part } : shown));
  };
  const asOf = useAsOf();
  const backToNow = () =>
    void navigate({ to: '.', search: (before) => ({ ...before, as_of: undefined }), resetScroll: false });
  const surprise = useSurprise();
  const showPalette = () => void show('palette');
  const showShortcuts = () => void show('shortcuts');
  const close = () => setOverlay((shown) => shown && { ...shown, open: false });
  useOnLeave(close);
  const leave = () => {
    void logOut().catch(() => undefined);
    endSession('logged-out');
  };

  return (
    <AppShell
      user={user}
      search={search}
      screen={address.pathname}
      {...(asOf !== undefined && { onNow: backToNow })}
      onSearch={async (q, typing) => {
        if (!onDashboard && typing) return;
        await navigate({
          to: '/dashboard',
          search: (before) => ({ ...(onDashboard ? before : {}), q: q === '' ? undefined : q }),
          replace: onDashboard && search !== '',
          resetScroll: !onDashboard,
        });
        showListFromStart();
      }}
      onPalette={showPalette}
      onShortcuts={showShortcuts}
      onLogOut={leave}
    >
      <Status>{asOf !== undefined && <PastBanner asOf={asOf} onBack={backToNow} />}</Status>
      <TrustsLinks value={user?.role === 'member'}>
        <Outlet />
      </TrustsLinks>
      {overlay?.Part && (
        <overlay.Part
          open={overlay.open}
          {...earlyInput}
          anecdote={asOf === undefined ? anecdote : undefined}
          onClose={close}
          onCalendar={openCalendar}
          onSurprise={() => void surprise({ ...noFilter, as_of: asOf })}
          onShortcuts={showShortcuts}
          onLogOut={leave}
        />
      )}
      <CalendarOverlay />
      <ConnectOverlay />
      {overlay?.name === 'palette' && overlay.open && !overlay.Part && (
        <PalettePlaceholder
          typed={earlyInput.initialText}
          onType={(initialText, hasPressedEnter) => setEarlyInput({ initialText, hasPressedEnter })}
          onClose={close}
        />
      )}
    </AppShell>
  );
}

/** Scrolls up to the beginning of the list, if that is above the window. */
function showListFromStart(): void {
  const list = document.getElementById('list');
  if (list && list.getBoundingClientRect().top < 0) list.scrollIntoView();
}

/** The id of the anecdote whose card has the focus. */
function focusedAnecdote(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-anecdote]')?.dataset.anecdote;
}
