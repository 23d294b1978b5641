import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anecdote } from '../../../../tests/support/anecdote-view.ts';
import { filterName, noFilter } from '../../anecdote/filter.ts';
import { openBrowserTab } from '../../lib/browser-stand-in.ts';
import type { Message } from '../../lib/messages.ts';

/** The name of the list of all anecdotes. */
const ALL = filterName(noFilter);

let queries: QueryClient;
/** The requested page numbers, the current and the highest number of parallel requests, and the page that fails. */
let asked: number[];
let waiting: number;
let mostWaiting: number;
let failing: number | undefined;
let messages: Message[];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  openBrowserTab();
  [asked, waiting, mostWaiting, failing, messages] = [[], 0, 0, undefined, []];
  vi.stubGlobal('fetch', async (path: string) => {
    const number = Number(new URL(path, 'http://localhost').searchParams.get('page'));
    asked.push(number);
    waiting += 1;
    mostWaiting = Math.max(mostWaiting, waiting);
    await new Promise((resolve) => setTimeout(resolve, 100));
    waiting -= 1;
    if (number === failing) {
      return Response.json({ success: false, error: { code: 'INTERNAL_ERROR', message: 'x' } }, { status: 500 });
    }
    return Response.json({ success: true, ...page(number - 1), error: null });
  });
  const [{ createQueryClient }, { setMessageListener }] = await Promise.all([
    import('../../lib/query-client.ts'),
    import('../../lib/messages.ts'),
  ]);
  setMessageListener((message) => messages.push(message));
  queries = createQueryClient();
});

afterEach(() => {
  queries.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

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
    ...paged,
    ...keys,
    paged: (grouped: boolean) => renderHookOnce(queries, () => paged.usePagedAnecdotes(noFilter, grouped)),
    all: (total: number) => renderHookOnce(queries, () => paged.useLoadAll(noFilter, total)),
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

test('loading all pages requests four at a time and skips those in the cache', async () => {
  const { all, pageKey } = await hooks();
  queries.setQueryData(pageKey(ALL, 1), page(1), { updatedAt: 1 });
  const { load, loaded } = all(500);
  const done = load();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await done).toBe(true);
  expect(asked.toSorted((a, b) => a - b)).toEqual([1, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(mostWaiting).toBe(4);
  expect(
    loaded()
      .slice(0, 120)
      .map(({ id }) => id),
  ).toEqual(Array.from({ length: 120 }, (_, index) => `${index}`));
  expect(messages).toEqual([]);
});

test('loading all pages stops at a page that fails and shows an error', async () => {
  const { all } = await hooks();
  failing = 2;
  const done = all(400).load();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await done).toBe(false);
  expect(Math.max(...asked)).toBe(4);
  expect(messages).toMatchObject([{ kind: 'failed' }]);
});

test('loading more than 1,000 anecdotes shows a message first', async () => {
  const { all } = await hooks();
  const done = all(1_001).load();
  expect(messages).toMatchObject([{ kind: 'done', text: expect.stringContaining('1,001') }]);
  await vi.advanceTimersByTimeAsync(10_000);
  await done;
});

test('a complete list is grouped by month and has the chains of its linked anecdotes', async () => {
  const { completeList } = await import('./complete-list.ts');
  const at = (id: string, month: string, connected_to: string | null = null) =>
    anecdote(id, { timestamp: `2026-${month}-20T12:00:00.000Z`, connected_to });
  const list = completeList([at('a', '10'), at('b', '11', 'a'), at('c', '11')]);
  expect(list).toMatchObject({
    total: 3,
    months: [
      { key: '2026-10', count: 1 },
      { key: '2026-11', count: 2 },
    ],
  });
  expect([...list.chains.keys()].sort()).toEqual(['a', 'b']);
  expect([list.at(2)?.id, list.at(3)]).toEqual(['c', undefined]);
});
