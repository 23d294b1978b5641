import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openBrowserTab, tokenOf } from '../lib/browser-stand-in.ts';
import { timeZone } from '../lib/format.ts';
import { noFilter } from './filter.ts';

const ANSWER_TAKES_MS = 500;
/** The number of searches per minute that the service allows an account. */
const ALLOWED = 60;
const MINUTE_MS = 60_000;

/** The searches that were sent: the query, its time zone, the time, and the signal that aborts them. */
let sent: { query: string; zone: string | null; at: number; signal: AbortSignal }[];
let queries: QueryClient;

beforeEach(() => {
  vi.useFakeTimers();
  openBrowserTab({ localData: new Map([['auth_token', tokenOf('ann')]]) });
  queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  sent = [];
  vi.stubGlobal('fetch', async (path: string, { signal }: { signal: AbortSignal }) => {
    const { searchParams } = new URL(path, 'http://localhost');
    const query = searchParams.get('query') ?? '';
    sent.push({ query, zone: searchParams.get('time_zone'), at: Date.now(), signal });
    await new Promise((resolve) => setTimeout(resolve, ANSWER_TAKES_MS));
    signal.throwIfAborted();
    return Response.json({
      ...{ success: true, error: null, data: [], chains: [], suggestions: [query] },
      pagination: { nextCursor: null, hasMore: false, totalCount: 0 },
    });
  });
});

afterEach(() => {
  queries.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([320, 700, 1_100])('typing a letter every %i ms never exceeds the rate limit of searches', async (pause) => {
  const { foundQuery } = await import('./search.ts');
  const search = (q: string) => foundQuery({ ...noFilter, q }, 'relevance');
  const observer = new InfiniteQueryObserver(queries, search('h'));
  const stop = observer.subscribe(() => undefined);
  for (let typed = 0; typed < 3 * MINUTE_MS; typed += pause) {
    await vi.advanceTimersByTimeAsync(pause);
    observer.setOptions(search('heron'.repeat(100).slice(0, 2 + (typed % 400))));
  }
  const last = search('heron');
  observer.setOptions(last);
  await vi.advanceTimersByTimeAsync(5_000);
  const inMinuteBefore = sent.map(
    ({ at }) => sent.filter((other) => other.at > at - MINUTE_MS && other.at <= at).length,
  );
  expect(Math.max(...inMinuteBefore)).toBeLessThanOrEqual(ALLOWED);
  expect(sent.length).toBeGreaterThan(ALLOWED);
  expect(observer.getCurrentResult().data?.pages[0]?.suggestions).toEqual(['heron']);
  stop();
});

test('a search is aborted when another one replaces it', async () => {
  const { foundQuery } = await import('./search.ts');
  const search = (q: string) => foundQuery({ ...noFilter, q }, 'relevance');
  const observer = new InfiniteQueryObserver(queries, search('her'));
  const stop = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(100);
  observer.setOptions(search('heron'));
  await vi.advanceTimersByTimeAsync(ANSWER_TAKES_MS);
  expect(sent.map(({ query, signal }) => [query, signal.aborted])).toEqual([
    ['her', true],
    ['heron', false],
  ]);
  stop();
});

test('a search is sent with the time zone of the days that it names', async () => {
  const { foundQuery } = await import('./search.ts');
  const search = foundQuery({ ...noFilter, q: 'on:2026-01-01' }, 'time');
  const stop = new InfiniteQueryObserver(queries, search).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(100);
  expect(sent.map(({ zone }) => zone)).toEqual([timeZone()]);
  stop();
});
