import type { AnecdotePage, AnecdoteView, ChainSummary } from '@anecdotes/contracts';
import { PAGE_SIZE } from '../../anecdote/queries.ts';

/** A page of a list, undefined until it is loaded; `isOld` while it is being read again. */
type Page = { page: AnecdotePage | undefined; isOld: boolean };

/** An anecdote with its chain; undefined where it is not known. */
type Entry = readonly [AnecdoteView, ChainSummary | null | undefined] | undefined;

/** The pages that were joined, and their anecdotes by their index in the list. */
export type JoinedPages = { pages: readonly Page[]; entries: readonly Entry[] };

/**
 * The anecdotes of `pages`, the first of which has the number `from`, by their index in a list that was joined as
 * `before`. If a page was read again before its neighbour, an anecdote would be missing or twice where they meet; the old
 * one then shows what was beside the anecdotes of the new one before.
 */
export function joinPages(before: JoinedPages, from: number, pages: readonly Page[]): readonly Entry[] {
  let beside = before.entries;
  const entries: Entry[] = [];
  for (const [slot, { page }] of pages.entries()) {
    if (!page || before.pages.some((each) => each.page === page)) continue;
    const start = (from + slot) * PAGE_SIZE;
    const indexOf = (anecdote: AnecdoteView | undefined) =>
      beside.findIndex((entry) => entry && entry[0].id === anecdote?.id);
    const first = indexOf(page.data[0]);
    const last = indexOf(page.data.at(-1));
    const by = first < 0 ? 0 : first - start;
    const above = Array.from({ length: start }, (_, index) => beside[index + by]);
    beside = [...above, ...entriesOf(page), ...beside.slice(last < 0 ? start + PAGE_SIZE : last + 1)];
  }
  for (const [slot, { page, isOld }] of pages.entries()) {
    const start = (from + slot) * PAGE_SIZE;
    entries.length = start;
    if (page) entries.push(...(isOld ? beside.slice(start) : entriesOf(page)));
  }
  return entries;
}

function entriesOf({ data, chains }: AnecdotePage): Entry[] {
  return data.map((anecdote, index) => [anecdote, chains[index]]);
}
