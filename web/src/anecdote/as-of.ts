import { useRouterState } from '@tanstack/react-router';
import { textOf } from '../lib/search-params.ts';

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z$/;

/** The instant at which the journal is looked at, as an address names it; undefined for now and for a wrong one. */
export function parseAsOf(value: unknown): string | undefined {
  const text = textOf(value);
  const at = INSTANT.test(text) && !text.startsWith('0000') ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

/** The screens that show the journal as it was. */
const PAST_SCREEN = /^\/(?:dashboard|tags|anecdotes\/[^/]+)$/;

/** The instant at which the screen shows the journal, where nothing can be changed then; undefined for now. */
export function useAsOf(): string | undefined {
  return useRouterState({
    select: ({ location: { pathname, search } }) =>
      PAST_SCREEN.test(pathname) && 'as_of' in search ? parseAsOf(search.as_of) : undefined,
  });
}
