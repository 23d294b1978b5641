import type { AnecdotePage, AnecdoteView, ChainSummary } from '@anecdotes/contracts';
import { PAGE_SIZE } from '../../anecdote/queries.ts';

/** Anecdotes beside each other that were farther apart have been moved. */
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
  let beside = before.entries;
  let entries: Entry[] = [];
  for (const [slot, { page }] of pages.entries()) {
    if (!page || before.pages.some((each) => each.page === page)) continue;
    const start = (from + slot) * PAGE_SIZE;
    const indexes = new Map(Array.from(beside, (entry, index) => [entry?.[0].id, index]));
    const old = page.data.map(({ id }) => indexes.get(id));
    // Without those that came from elsewhere in the list.
    const isNear = (at: number, other = Number.NaN) => Math.abs(at - other) <= NEAR;
    const known = old.filter(
      (at, index) => at !== undefined && (old.length === 1 || isNear(at, old[index - 1]) || isNear(at, old[index + 1])),
    );
    const first = known[0] ?? start;
    const last = known.at(-1) ?? start + PAGE_SIZE - 1;
    const above = Array.from({ length: start }, (_, index) => beside[index + first - start]);
    beside = [...above, ...entriesOf(page), ...beside.slice(last + 1)];
  }
  for (const [slot, { page, isOld }] of pages.entries()) {
    const start = (from + slot) * PAGE_SIZE;
    entries.length = start;
    if (page) entries = entries.concat(isOld ? beside.slice(start) : entriesOf(page));
  }
  return entries;
}

function entriesOf({ data, chains }: AnecdotePage): Entry[] {
  return data.map((anecdote, index) => [anecdote, chains[index]]);
}
