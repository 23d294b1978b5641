import type { AnecdoteCursorPage } from '@anecdotes/contracts';

/** The ids of the anecdotes of `pages` that have a parent or children. */
export function linkedOf(pages: readonly (Pick<AnecdoteCursorPage, 'data' | 'chains'> | undefined)[]): Set<string> {
  return new Set(
    pages.flatMap((page) => page?.data.filter((_, index) => page.chains[index]) ?? []).map(({ id }) => id),
  );
}
