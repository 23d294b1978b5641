import { useRouterState } from '@tanstack/react-router';
import { instantOf } from '../lib/search-params.ts';

/** The screens that can show a past journal. */
const PAST_SCREEN = /^\/(?:dashboard|tags|anecdotes\/[^/]+)$/;

/** The instant of the past journal that the screen shows, which is read-only; undefined for the present. */
export function useAsOf(): string | undefined {
  return useRouterState({
    select: ({ location: { pathname, search } }) =>
      PAST_SCREEN.test(pathname) && 'as_of' in search ? instantOf(search.as_of) : undefined,
  });
}
