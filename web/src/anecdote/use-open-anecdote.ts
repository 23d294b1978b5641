import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

/** How something was pressed: the mouse button (1 is the middle one), and the keys that were held. */
type Press = { readonly button?: number; readonly ctrlKey: boolean; readonly metaKey: boolean };

/** Returns a function that shows an anecdote: in a new tab for a middle click, or with Ctrl or Cmd held, as by a link. */
export function useOpenAnecdote(): (id: string, press?: Press) => void {
  const router = useRouter();
  return useCallback(
    (id, press) => {
      const target = { to: '/anecdotes/$id', params: { id } } as const;
      const inNewTab = press && (press.button === 1 || press.ctrlKey || press.metaKey);
      if (inNewTab) window.open(router.buildLocation(target).href, '_blank', 'noopener');
      else void router.navigate(target);
    },
    [router],
  );
}
