import type { AnecdotePage, AnecdoteView } from '@anecdotes/contracts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anecdote } from '../../../tests/support/anecdote-view.ts';
import { openBrowserTab } from '../lib/browser-stand-in.ts';

type Modules = typeof import('./cache-updates.ts') & typeof import('./query-keys.ts');

const ALL = '{}';
const TAGGED = '{"tags":"kindness"}';
const READ_AT = 1_000;

let cache: Modules;
let queries: QueryClient;

beforeEach(async () => {
  openBrowserTab();
  cache = { ...(await import('./cache-updates.ts')), ...(await import('./query-keys.ts')) };
  queries = new QueryClient();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A chain whose shape is the id of its anecdote. */
const chainOf = ({ id }: AnecdoteView) => ({ before: 1, after: 0, branches: 0, shape: id });

function page(data: AnecdoteView[], totalItems: number): AnecdotePage {
  const pagination = {
    currentPage: 1,
    pageSize: 2,
    totalItems,
    totalPages: 1,
    hasNextPage: false,
    hasPreviousPage: false,
  };
  const filters = { availableTags: [], dateRange: { earliest: null, latest: null } };
  return { success: true, data, error: null, timestamp: '', pagination, filters, chains: data.map(chainOf) };
}

/** Caches pages of the filter `name`, each with the ids it holds; an undefined page is left out of the cache. */
function cachePages(name: string, total: number, ...pages: (string[] | undefined)[]) {
  for (const [number, ids] of pages.entries()) {
    const data =
      ids &&
      page(
        ids.map((id) => anecdote(id)),
        total,
      );
    if (data) queries.setQueryData(cache.pageKey(name, number), data, { updatedAt: READ_AT });
  }
}

/** The ids of each cached page of the filter `name` and the total it reports. */
const pagesOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, number) => {
    const cached = queries.getQueryData<AnecdotePage>(cache.pageKey(name, number));
    // Each chain still has the same index as its anecdote.
    expect(cached?.chains).toEqual(cached?.data.map(chainOf));
    return cached && [cached.data.map(({ id }) => id), cached.pagination.totalItems];
  });

function cacheTimeline(id: string, ids: string[], total: number) {
  queries.setQueryData([...cache.timelineKey, id], { anecdotes: ids.map((each) => anecdote(each)), total });
}

function cacheLoadedSoFar(name: string, ...pages: string[][]) {
  const pagination = { totalCount: pages.flat().length };
  queries.setQueryData([...cache.loadedSoFarKey, name], {
    pages: pages
      .map((ids) => ids.map((id) => anecdote(id)))
      .map((data) => ({ data, chains: data.map(chainOf), pagination })),
    pageParams: pages.map(() => null),
  });
}

const readAt = (key: readonly unknown[]) => queries.getQueryState(key)?.dataUpdatedAt;

test('a changed anecdote is replaced in every list that shows it, and other anecdotes stay', () => {
  cachePages(ALL, 3, ['a', 'b'], ['c']);
  cachePages(TAGGED, 1, ['b']);
  cacheTimeline('a', ['a', 'b'], 2);
  cacheLoadedSoFar(ALL, ['a'], ['b', 'c']);
  cache.updateCachedAnecdote(queries, 'b', (before) => ({ ...before, reaction_count: before.reaction_count + 1 }));
  const text = JSON.stringify(queries.getQueriesData({}));
  expect(text.match(/"reaction_count":1/g)).toHaveLength(4);
  expect(text.match(/"id":"b"/g)).toHaveLength(4);
  expect(text.match(/"reaction_count":0/g)).toHaveLength(5);
});

test('a list without the changed anecdote keeps the time at which it was read', () => {
  cachePages(ALL, 3, ['a', 'b'], ['c']);
  cache.updateCachedAnecdote(queries, 'c', (before) => before);
  expect(readAt(cache.pageKey(ALL, 0))).toBe(READ_AT);
  expect(readAt(cache.pageKey(ALL, 1))).toBeGreaterThan(READ_AT);
});

test('after a removal the following anecdotes move up across the pages, and the total of each page is one less', () => {
  cachePages(ALL, 6, ['a', 'b'], ['c', 'd'], ['e', 'f']);
  cache.removeCachedAnecdote(queries, anecdote('b'));
  expect(pagesOf(ALL, 3)).toEqual([
    [['a', 'c'], 5],
    [['d', 'e'], 5],
    [['f'], 5],
  ]);
});

test('after a removal, pages that follow an uncached page keep their anecdotes', () => {
  cachePages(ALL, 8, ['a', 'b'], ['c', 'd'], undefined, ['g', 'h']);
  cache.removeCachedAnecdote(queries, anecdote('a'));
  expect(pagesOf(ALL, 4)).toEqual([[['b', 'c'], 7], [['d'], 7], undefined, [['g', 'h'], 7]]);
});

test('the lists of a filter that does not match the removed anecdote stay unchanged', () => {
  cachePages(ALL, 2, ['a', 'b']);
  cachePages(TAGGED, 1, ['b']);
  cache.removeCachedAnecdote(queries, anecdote('a'));
  expect(pagesOf(ALL, 1)).toEqual([[['b'], 1]]);
  expect(pagesOf(TAGGED, 1)).toEqual([[['b'], 1]]);
  expect(readAt(cache.pageKey(TAGGED, 0))).toBe(READ_AT);
});

test('the count of the month of a removed anecdote drops by one, and a month that becomes empty is removed', () => {
  const months = [
    { key: '2026-11', count: 2 },
    { key: '2026-10', count: 1 },
  ];
  cachePages(ALL, 3, ['a', 'b'], ['c']);
  queries.setQueryData(cache.monthsKey(ALL), months);
  queries.setQueryData(cache.monthsKey(TAGGED), months);
  cache.removeCachedAnecdote(queries, anecdote('a', { timestamp: '2026-11-20T12:00:00.000Z' }));
  expect(queries.getQueryData(cache.monthsKey(ALL))).toEqual([{ key: '2026-11', count: 1 }, months[1]]);
  cache.removeCachedAnecdote(queries, anecdote('c', { timestamp: '2026-10-20T12:00:00.000Z' }));
  expect(queries.getQueryData(cache.monthsKey(ALL))).toEqual([{ key: '2026-11', count: 1 }]);
  expect(queries.getQueryData(cache.monthsKey(TAGGED))).toEqual(months);
});

test('a removed anecdote disappears from timelines and from the lists loaded so far, with their totals', () => {
  cacheTimeline('a', ['a', 'b', 'c'], 1_501);
  cacheLoadedSoFar(ALL, ['a', 'b'], ['c']);
  cache.removeCachedAnecdote(queries, anecdote('b'));
  expect(queries.getQueryData([...cache.timelineKey, 'a'])).toMatchObject({
    anecdotes: [{ id: 'a' }, { id: 'c' }],
    total: 1_500,
  });
  expect(queries.getQueryData([...cache.loadedSoFarKey, ALL])).toMatchObject({
    pages: [
      { data: [{ id: 'a' }], chains: [{ shape: 'a' }], pagination: { totalCount: 2 } },
      { data: [{ id: 'c' }], chains: [{ shape: 'c' }], pagination: { totalCount: 2 } },
    ],
  });
});

test('removing an anecdote that no list contains changes nothing', () => {
  cachePages(ALL, 2, ['a', 'b']);
  cacheTimeline('a', ['a'], 1);
  cache.removeCachedAnecdote(queries, anecdote('z'));
  expect(pagesOf(ALL, 1)).toEqual([[['a', 'b'], 2]]);
  expect(readAt(cache.pageKey(ALL, 0))).toBe(READ_AT);
});
