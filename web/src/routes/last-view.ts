import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { accountId } from '../lib/session.ts';
import { readTabStored, writeTabStored } from '../lib/stored-value.ts';

const KEY = 'last_view';
const views = /^\/(?:dashboard|anecdotes|chain|timeline|visualization)(?:\/|$)/;

/** Remembers the index in the tab's history at which anecdotes were last shown. */
export function trackLastView(router: AnyRouter): void {
  router.subscribe('onResolved', ({ toLocation }) => {
    const index = toLocation.state.__TSR_index;
    if (views.test(toLocation.pathname)) writeTabStored(KEY, `${accountId()} ${index}`);
    // An entry further on in the history does not exist any more, or will soon be replaced.
    else if (index <= (lastView() ?? -1)) writeTabStored(KEY, null);
  });
}

/** Returns a function that goes back to the anecdotes last shown, with their filter and scroll, or to the dashboard. */
export function useReturnToLastView(): () => void {
  const router = useRouter();
  return useCallback(() => {
    const steps = (lastView() ?? Number.POSITIVE_INFINITY) - router.history.location.state.__TSR_index;
    if (steps < 0) router.history.go(steps);
    else void router.navigate({ to: '/dashboard' });
  }, [router]);
}

function lastView(): number | undefined {
  const [account, index] = readTabStored(KEY)?.split(' ') ?? [];
  return account === accountId() ? Number(index) : undefined;
}
