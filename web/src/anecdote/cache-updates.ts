import type { AnecdoteCursorPage, AnecdotePage, AnecdoteView } from '@anecdotes/contracts';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { type Month, monthKey } from './months.ts';
import type { Timeline } from './queries.ts';
import { anecdoteKey, loadedSoFarKey, monthsKey, pageKey, pagesKey, pagesOfKey, timelineKey } from './query-keys.ts';

type Listed = Pick<AnecdoteCursorPage, 'data' | 'chains'>;

/** Maps an anecdote of a list to its replacement; undefined removes it. */
type Change = (anecdote: AnecdoteView) => AnecdoteView | undefined;

/** Replaces the anecdote `id` with what `update` returns, in its own query and in every cached list. */
export function updateCachedAnecdote(
  queries: QueryClient,
  id: string,
  update: (anecdote: AnecdoteView) => AnecdoteView,
): void {
  const change: Change = (anecdote) => (anecdote.id === id ? update(anecdote) : anecdote);
  queries.setQueriesData<AnecdotePage>({ queryKey: pagesKey }, (page) =>
    page && includesId(page.data, id) ? { ...page, ...changed(page, change) } : undefined,
  );
  updateWholeLists(queries, id, change);
  queries.setQueryData<AnecdoteView>(anecdoteKey(id), (anecdote) => anecdote && update(anecdote));
}

/** The anecdote `id` from a cached list, and when that list was read (ms since 1970), 0 if it is invalidated. */
export function cachedAnecdote(queries: QueryClient, id: string): { anecdote: AnecdoteView; at: number } | undefined {
  const keys = [pagesKey, timelineKey, loadedSoFarKey];
  const lists = keys.flatMap((queryKey) => queries.getQueryCache().findAll({ queryKey }));
  for (const { state } of lists) {
    const anecdote = anecdotesOf(state.data).find((each) => each.id === id);
    if (anecdote) return { anecdote, at: state.isInvalidated ? 0 : state.dataUpdatedAt };
  }
  return undefined;
}

function anecdotesOf(list: unknown): readonly AnecdoteView[] {
  const { data, anecdotes, pages } = (list ?? {}) as Partial<
    AnecdotePage & Timeline & InfiniteData<AnecdoteCursorPage>
  >;
  return data ?? anecdotes ?? pages?.flatMap((page) => page.data) ?? [];
}

/** Removes an anecdote from every cached list; the anecdotes after it move up. */
export function removeCachedAnecdote(queries: QueryClient, { id, timestamp }: AnecdoteView): void {
  const change: Change = (anecdote) => (anecdote.id === id ? undefined : anecdote);
  updateWholeLists(queries, id, change);
  for (const [key, page] of queries.getQueriesData<AnecdotePage>({ queryKey: pagesKey })) {
    if (!page || !includesId(page.data, id)) continue;
    const [name, number] = key.slice(-2) as [string, number];
    shiftPages(queries, name, number, changed(page, change));
    queries.setQueriesData<AnecdotePage>({ queryKey: pagesOfKey(name) }, (each) => each && decrementTotal(each));
    queries.setQueryData<Month[]>(monthsKey(name), (months) => months && decrementMonth(months, timestamp));
  }
}

/** The list after `change`; each chain keeps the same index as its anecdote. */
function changed({ data, chains }: Listed, change: Change): Listed {
  const after = data.map(change);
  return {
    data: after.filter((anecdote) => anecdote !== undefined),
    chains: chains.filter((_, index) => after[index]),
  };
}

/** Applies `change` to the lists that are cached as a whole and contain the anecdote `id`. */
function updateWholeLists(queries: QueryClient, id: string, change: Change): void {
  queries.setQueriesData<Timeline>({ queryKey: timelineKey }, (timeline) => {
    if (!timeline || !includesId(timeline.anecdotes, id)) return undefined;
    const anecdotes = timeline.anecdotes.map(change).filter((anecdote) => anecdote !== undefined);
    return { anecdotes, total: timeline.total + anecdotes.length - timeline.anecdotes.length };
  });
  queries.setQueriesData<InfiniteData<AnecdoteCursorPage>>({ queryKey: loadedSoFarKey }, (list) => {
    const before = list?.pages.flatMap(({ data }) => data).find((anecdote) => anecdote.id === id);
    if (!list || !before) return undefined;
    const removed = change(before) ? 0 : 1;
    const pages = list.pages.map((page) => {
      const pagination = { ...page.pagination, totalCount: page.pagination.totalCount - removed };
      return { ...page, ...changed(page, change), pagination };
    });
    return { ...list, pages };
  });
}

/** True if `list` contains `id`. Other lists are not written, because a write would mark them as just read. */
function includesId(list: readonly AnecdoteView[], id: string): boolean {
  return list.some((anecdote) => anecdote.id === id);
}

/** Fills page `number`, of which `left` remains, with the first anecdote of the next page; then does the same there. */
function shiftPages(queries: QueryClient, name: string, number: number, left: Listed): void {
  const page = queries.getQueryData<AnecdotePage>(pageKey(name, number));
  if (!page) return;
  const { data, chains } = queries.getQueryData<AnecdotePage>(pageKey(name, number + 1)) ?? { data: [], chains: [] };
  queries.setQueryData(pageKey(name, number), {
    ...page,
    data: [...left.data, ...data.slice(0, 1)],
    chains: [...left.chains, ...chains.slice(0, 1)],
  });
  shiftPages(queries, name, number + 1, { data: data.slice(1), chains: chains.slice(1) });
}

function decrementTotal(page: AnecdotePage): AnecdotePage {
  const { pagination } = page;
  return { ...page, pagination: { ...pagination, totalItems: Math.max(0, pagination.totalItems - 1) } };
}

function decrementMonth(months: Month[], timestamp: string): Month[] {
  const key = monthKey(timestamp);
  return months.flatMap((month) =>
    month.key !== key ? month : month.count > 1 ? { ...month, count: month.count - 1 } : [],
  );
}
