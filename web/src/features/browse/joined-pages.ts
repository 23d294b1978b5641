import type { AnecdotePage, AnecdoteView, ChainSummary } from '@anecdotes/contracts';
import { PAGE_SIZE } from '../../anecdote/queries.ts';

/** If two neighbours of a page were farther apart than this before, one of them has been moved. */
const NEAR = 20;

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
  /** The list as it was, with each page that was read again put in its place. */
  let merged = before.entries;
  let entries: Entry[] = [];
  for (const [slot, { page }] of pages.entries()) {
    if (!page || before.pages.some((each) => each.page === page)) continue;
    const start = (from + slot) * PAGE_SIZE;
    const indexes = new Map(Array.from(merged, (entry, index) => [entry?.[0].id, index]));
    const indexesBefore = page.data.map(({ id }) => indexes.get(id));
    // Without those that came from elsewhere in the list, the page shows where it was before.
    const isNear = (at: number, other = Number.NaN) => Math.abs(at - other) <= NEAR;
    const unmoved = indexesBefore.filter((at, index, { length }) => {
      if (at === undefined || length === 1) return at !== undefined;
      return isNear(at, indexesBefore[index - 1]) || isNear(at, indexesBefore[index + 1]);
    });
    const first = unmoved[0] ?? start;
    const last = unmoved.at(-1) ?? start + PAGE_SIZE - 1;
    const above = Array.from({ length: start }, (_, index) => merged[index + first - start]);
    merged = [...above, ...entriesOf(page), ...merged.slice(last + 1)];
  }
  for (const [slot, { page, isOld }] of pages.entries()) {
    const start = (from + slot) * PAGE_SIZE;
    entries.length = start;
    if (page) entries = entries.concat(isOld ? merged.slice(start) : entriesOf(page));
  }
  return entries;
}

function entriesOf({ data, chains }: AnecdotePage): Entry[] {
  return data.map((anecdote, index) => [anecdote, chains[index]]);
}
