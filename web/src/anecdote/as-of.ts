import { useRouterState } from '@tanstack/react-router';
import { instantOf } from '../lib/search-params.ts';

/** The screens that show the journal as it was. */
const PAST_SCREEN = /^\/(?:dashboard|tags|anecdotes\/[^/]+)$/;

/** The instant at which the screen shows the journal, where nothing can be changed then; undefined for now. */
export function useAsOf(): string | undefined {
  return useRouterState({
    select: ({ location: { pathname, search } }) =>
      PAST_SCREEN.test(pathname) && 'as_of' in search ? instantOf(search.as_of) : undefined,
  });
}
