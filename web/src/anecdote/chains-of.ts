import type { AnecdoteCursorPage, ChainSummary } from '@anecdotes/contracts';

type Page = Pick<AnecdoteCursorPage, 'data' | 'chains'>;

/** The chains of the anecdotes of `pages` that have a parent or children, by anecdote id. */
export function chainsOf(pages: readonly (Page | undefined)[]): ReadonlyMap<string, ChainSummary> {
  const found = new Map<string, ChainSummary>();
  for (const page of pages) {
    for (const [index, chain] of (page?.chains ?? []).entries()) {
      const anecdote = page?.data[index];
      if (chain && anecdote) found.set(anecdote.id, chain);
    }
  }
  return found;
}
