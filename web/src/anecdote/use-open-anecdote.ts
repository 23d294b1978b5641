import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

/** The keys that were held while something was pressed. */
type Held = { readonly ctrlKey: boolean; readonly metaKey: boolean };

/** Returns a function that shows an anecdote on its screen: in a new tab with Ctrl or Cmd held, as by a link. */
export function useOpenAnecdote(): (id: string, held?: Held) => void {
  const router = useRouter();
  return useCallback(
    (id, held) => {
      const target = { to: '/anecdotes/$id', params: { id } } as const;
      if (held?.ctrlKey || held?.metaKey) window.open(router.buildLocation(target).href, '_blank', 'noopener');
      else void router.navigate(target);
    },
    [router],
  );
}
