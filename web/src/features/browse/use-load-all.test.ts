import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anecdote } from '../../../../tests/support/anecdote-view.ts';
import { filterName, noFilter } from '../../anecdote/filter.ts';
import { openBrowserTab } from '../../lib/browser-stand-in.ts';
import type { Message } from '../../lib/messages.ts';

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
    return Response.json({ success: true, ...page(number - 1), chains: [], error: null });
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

/** Page `number`, counted from 0, of a list of 120. */
function page(number: number) {
  const length = Math.max(0, Math.min(50, 120 - number * 50));
  const data = Array.from({ length }, (_, index) => anecdote(`${number * 50 + index}`));
  return { data, pagination: { totalItems: 120 } };
}

async function loadAll(total: number) {
  const [{ useLoadAll }, { renderHookOnce }] = await Promise.all([
    import('./use-load-all.ts'),
    import('../../lib/render-hook.ts'),
  ]);
  return renderHookOnce(queries, () => useLoadAll(noFilter, total));
}

test('loading all pages requests four at a time and skips those in the cache', async () => {
  const { pageKey } = await import('../../anecdote/query-keys.ts');
  queries.setQueryData(pageKey(filterName(noFilter), 1), page(1), { updatedAt: 1 });
  const { load, loaded } = await loadAll(500);
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
  failing = 2;
  const { load } = await loadAll(400);
  const done = load();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await done).toBe(false);
  expect(Math.max(...asked)).toBe(4);
  expect(messages).toMatchObject([{ kind: 'failed' }]);
});

test('loading more than 1,000 anecdotes shows a message first', async () => {
  const { load } = await loadAll(1_001);
  const done = load();
  expect(messages).toMatchObject([{ kind: 'done', text: expect.stringContaining('1,001') }]);
  await vi.advanceTimersByTimeAsync(10_000);
  await done;
});
