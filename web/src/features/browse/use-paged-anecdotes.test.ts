import type { AnecdotePage } from '@anecdotes/contracts';
import { QueriesObserver, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { anecdote } from '../../../../tests/support/anecdote-view.ts';
import { filterName, noFilter } from '../../anecdote/filter.ts';
import { openBrowserTab } from '../../lib/browser-stand-in.ts';

/** The name of the list of all anecdotes. */
const ALL = filterName(noFilter);

let queries: QueryClient;

beforeEach(async () => {
  openBrowserTab();
  const { createQueryClient } = await import('../../lib/query-client.ts');
  queries = createQueryClient();
});

afterEach(() => queries.clear());

const child = { before: 1, after: 0, branches: 0, shape: '0' };

/** Page `number`, counted from 0, of a list of 120. Its first anecdote is linked. */
function page(number: number) {
  const length = Math.max(0, Math.min(50, 120 - number * 50));
  const data = Array.from({ length }, (_, index) => anecdote(`${number * 50 + index}`));
  return { data, pagination: { totalItems: 120 }, chains: data.map((_, index) => (index === 0 ? child : null)) };
}

async function hooks() {
  const [paged, { renderHookOnce }, keys] = await Promise.all([
    import('./use-paged-anecdotes.ts'),
    import('../../lib/render-hook.ts'),
    import('../../anecdote/query-keys.ts'),
  ]);
  return {
    ...keys,
    paged: (grouped: boolean) => renderHookOnce(queries, () => paged.usePagedAnecdotes(noFilter, grouped)),
  };
}

test('a list appears with its first page; anecdotes that are not loaded are undefined', async () => {
  const { paged, pageKey } = await hooks();
  expect(paged(false).list).toBeUndefined();
  queries.setQueryData(pageKey(ALL, 0), page(0));
  const { list } = paged(false);
  expect(list).toMatchObject({ total: 120, months: [] });
  expect([list?.at(0)?.id, list?.at(49)?.id, list?.at(50)]).toEqual(['0', '49', undefined]);
  expect(list?.hasFailed(0)).toBe(false);
  expect([...(list?.chains ?? [])]).toEqual([['0', child]]);
});

test('a list grouped by month appears with its months, and its length is the sum of their counts', async () => {
  const { paged, pageKey, monthsKey } = await hooks();
  queries.setQueryData(pageKey(ALL, 0), page(0));
  expect(paged(true).list).toBeUndefined();
  const months = [
    { key: '2026-11', count: 100 },
    { key: '2026-10', count: 21 },
  ];
  queries.setQueryData(monthsKey(ALL), months);
  expect(paged(true).list).toMatchObject({ total: 121, months });
});

test('the length of a list with a capped count is the sum of the counts of its months', async () => {
  const { paged, pageKey, monthsKey } = await hooks();
  const first = page(0);
  queries.setQueryData(pageKey(ALL, 0), { ...first, pagination: { ...first.pagination, isCapped: true } });
  expect(paged(false).list).toMatchObject({ total: 120, months: [] });
  queries.setQueryData(monthsKey(ALL), [{ key: '2026-11', count: 500 }]);
  expect(paged(false).list).toMatchObject({ total: 500, months: [] });
});

test('the pages of a list stay the same objects when it is scrolled to other ones', async () => {
  const [{ combinePages }, { pageQuery }, { pageKey }] = await Promise.all([
    import('./use-paged-anecdotes.ts'),
    import('../../anecdote/queries.ts'),
    import('../../anecdote/query-keys.ts'),
  ]);
  for (const number of [0, 1, 2]) queries.setQueryData(pageKey(ALL, number), page(number));
  const combine = (results: unknown) => combinePages(results as UseQueryResult<AnecdotePage>[]);
  const observer = new QueriesObserver<ReturnType<typeof combine>>(queries, [], { combine });
  for (const numbers of [
    [0, 1],
    [1, 2],
  ]) {
    const shown = numbers.map((number) => queries.defaultQueryOptions(pageQuery(noFilter, number)) as object);
    const [, combined] = observer.getOptimisticResult(shown as never, combine);
    const pages = [...combined()].map((each) => each.page);
    const stored = numbers.map((number) => queries.getQueryData(pageKey(ALL, number)));
    expect(pages.every((each, slot) => each === stored[slot])).toBe(true);
  }
});
