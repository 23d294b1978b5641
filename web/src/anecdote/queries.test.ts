import type { AnecdoteView } from '@anecdotes/contracts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anecdote } from '../../../tests/support/anecdote-view.ts';
import { openBrowserTab, tokenOf } from '../lib/browser-stand-in.ts';
import { timeZone } from '../lib/format.ts';
import { type Filter, noFilter } from './filter.ts';

let queries: QueryClient;
/** The requested URLs, and the answers that they get in order. */
let asked: { address: URL; at: number }[];
let answers: object[];
/** The duration of each call on the fake clock, in milliseconds. */
let callTakes: number;

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime('2026-11-20T12:00:30.000Z');
  openBrowserTab({ localData: new Map([['auth_token', tokenOf('ann')]]) });
  queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  asked = [];
  answers = [];
  callTakes = 0;
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push({ address: new URL(path, 'http://localhost'), at: Date.now() });
    vi.setSystemTime(Date.now() + callTakes);
    return Response.json({ success: true, error: null, ...answers.shift() });
  });
});

afterEach(() => {
  queries.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const load = () => import('./queries.ts');
const parameters = (index: number) => Object.fromEntries(asked[index]?.address.searchParams ?? []);
const page = (data: unknown, totalItems = 1) => ({ data, pagination: { totalItems }, chains: [] });

test('a page request sends the page number, the page size, the filter, and the zone of days that a search names', async () => {
  const { pageQuery } = await load();
  answers = [page([anecdote('a')])];
  await queries.fetchQuery(pageQuery({ ...noFilter, q: 'on:2026-01-01', tags: ['rain', 'kindness'] }, 2));
  expect(asked[0]?.address.pathname).toBe('/api/anecdotes');
  expect(parameters(0)).toEqual({
    ...{ page: '3', page_size: '50', search: 'on:2026-01-01', tags: 'rain,kindness' },
    time_zone: timeZone(),
  });
});

test('filters with the same tags in another order share a cached page', async () => {
  const { pageQuery } = await load();
  const keyOf = (tags: string[]) => pageQuery({ ...noFilter, tags }, 0).queryKey;
  expect(keyOf(['rain', 'kindness'])).toEqual(keyOf(['kindness', 'rain']));
  expect(keyOf(['rain'])).not.toEqual(keyOf(['kindness']));
});

test('the last week ends at the time of each request', async () => {
  const { pageQuery } = await load();
  const lastWeek: Filter = { ...noFilter, period: 'week' };
  answers = [page([]), page([])];
  await queries.fetchQuery(pageQuery(lastWeek, 0));
  vi.setSystemTime('2026-11-21T12:00:30.000Z');
  await queries.fetchQuery({ ...pageQuery(lastWeek, 0), staleTime: 0 });
  expect(parameters(0)).toMatchObject({ date_from: '2026-11-13T12:00:00.000Z', date_to: '2026-11-20T12:05:00.000Z' });
  expect(parameters(1)).toMatchObject({ date_from: '2026-11-14T12:00:00.000Z' });
});

test('anecdotes without an id or a text are removed from a page and from its total', async () => {
  const { pageQuery } = await load();
  answers = [page([anecdote('a'), anecdote(''), anecdote('b', { description: '' }), null], 9)];
  const { data, pagination } = await queries.fetchQuery(pageQuery(noFilter, 0));
  expect(data.map(({ id }) => id)).toEqual(['a']);
  expect(pagination.totalItems).toBe(6);
});

test.each([
  [null, 'Invalid response from server'],
  [{ id: 'a' }, 'Invalid data format from server'],
])('a page whose data is %j fails with "%s"', async (data, message) => {
  const { pageQuery } = await load();
  answers = [page(data)];
  await expect(queries.fetchQuery(pageQuery(noFilter, 0))).rejects.toThrow(message);
});

test('only the first page and the months of a list are kept for a reload', async () => {
  const { pageQuery, monthsQuery } = await load();
  const kept = { keptOnDevice: true };
  expect(pageQuery(noFilter, 0).meta).toEqual(kept);
  expect(monthsQuery(noFilter).meta).toEqual(kept);
  expect(pageQuery(noFilter, 1).meta).toBeUndefined();
});

test('the next part of a list is requested with its cursor and the date range of the first part', async () => {
  const { loadedSoFarQuery } = await load();
  callTakes = 30 * 60_000;
  answers = [
    { data: [anecdote('a')], pagination: { nextCursor: 'here', hasMore: true }, chains: [] },
    { data: [anecdote('b')], pagination: { nextCursor: null, hasMore: false }, chains: [] },
  ];
  const query = loadedSoFarQuery({ ...noFilter, period: 'week' });
  const { pages, pageParams } = await queries.fetchInfiniteQuery({ ...query, pages: 5 });
  expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(['a', 'b']);
  expect(pageParams).toHaveLength(2);
  const range = { date_from: '2026-11-13T12:00:00.000Z', date_to: '2026-11-20T12:05:00.000Z' };
  expect(parameters(0)).toEqual({ limit: '100', ...range });
  expect(parameters(1)).toEqual({ limit: '100', cursor: 'here', ...range });
});

test('a timeline is sorted oldest first, and its total includes the root', async () => {
  const { timelineQuery } = await load();
  const at = (id: string, day: number) => anecdote(id, { timestamp: `2026-11-${day}T12:00:00.000Z` });
  answers = [
    { data: { root_anecdote: at('root', 12), connected_anecdotes: [at('c', 14), at('b', 11)], total_connections: 7 } },
  ];
  const { anecdotes, total } = await queries.fetchQuery(timelineQuery('b'));
  expect(anecdotes.map(({ id }) => id)).toEqual(['b', 'root', 'c']);
  expect(total).toBe(8);
});

test('an anecdote is read again every 100 ms until the view shows the revision that was saved', async () => {
  const { fetchAnecdoteAt } = await load();
  answers = [2, 2, 3].map((revision) => ({ data: anecdote('a', { revision }) }));
  const fetching = fetchAnecdoteAt(queries, 'a', 3);
  await vi.advanceTimersByTimeAsync(200);
  expect((await fetching).revision).toBe(3);
  expect(asked.map(({ at }) => at - (asked[0]?.at ?? 0))).toEqual([0, 100, 200]);
});

test('reading fails with UNAVAILABLE after 30 retries when the view never shows the saved revision', async () => {
  const { fetchAnecdoteAt } = await load();
  answers = Array.from({ length: 40 }, () => ({ data: anecdote('a', { revision: 2 }) }));
  const failed = fetchAnecdoteAt(queries, 'a', 3).then(
    () => undefined,
    (error: unknown) => error,
  );
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await failed).toMatchObject({ code: 'UNAVAILABLE' });
  expect(asked).toHaveLength(31);
});

test('the read of an anecdote that does not exist is not retried', async () => {
  const { fetchAnecdoteAt } = await load();
  answers = [{ success: false, data: null, error: { code: 'ANECDOTE_NOT_FOUND', message: 'Anecdote not found' } }];
  await expect(fetchAnecdoteAt(queries, 'a', 0)).rejects.toMatchObject({ code: 'ANECDOTE_NOT_FOUND' });
  expect(asked).toHaveLength(1);
});

test('a completely loaded chain whose topmost anecdote has a parent starts with a deleted anecdote', async () => {
  const { startsWithDeleted } = await load();
  const root = anecdote('root');
  const orphan: AnecdoteView = anecdote('orphan', { connected_to: 'gone' });
  const current = anecdote('current', { connected_to: 'root' });
  expect(startsWithDeleted({ current: orphan, parents: [], complete: true })).toBe(true);
  expect(startsWithDeleted({ current, parents: [orphan], complete: true })).toBe(true);
  expect(startsWithDeleted({ current, parents: [root], complete: true })).toBe(false);
  expect(startsWithDeleted({ current, parents: [orphan], complete: false })).toBe(false);
});
