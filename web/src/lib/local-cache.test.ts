import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openBrowserTab, tokenOf } from './browser-stand-in.ts';

const MINUTE = 60_000;
const BUILD = 'this build';

/** The storage that all tabs of a browser share. */
let shared: Map<string, string>;

beforeEach(() => {
  vi.useFakeTimers();
  shared = new Map([['auth_token', tokenOf('ann')]]);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Opens the app in a tab with the session storage `own`. Returns functions to read a key and to see what is shown. */
async function openTab(own = new Map<string, string>(), build = BUILD) {
  const { changeElsewhere } = openBrowserTab({ shared, own });
  const { startLocalCache, keptOnDevice } = await import('./local-cache.ts');
  const { recordRead, recordChange, knownPosition } = await import('./position.ts');
  const { storeToken, endSession } = await import('./session.ts');
  const queries = new QueryClient();
  startLocalCache(queries, build);
  return {
    ...{ own, queries, storeToken, endSession, recordChange, knownPosition, changeElsewhere },
    shown: (key: string) => queries.getQueryData<string>([key]),
    isStale: (key: string) => queries.getQueryState([key])?.isInvalidated,
    read: (key: string, text: string, options: object = keptOnDevice) => {
      recordRead('7');
      return queries.fetchQuery({ queryKey: [key], queryFn: () => text, ...options });
    },
  };
}

const textOf = (kept: Map<string, string>) => [...kept.values()].join();

test('reads are kept over a reload, but not in storage that outlives the tab', async () => {
  const { own, read } = await openTab();
  await read('list', 'The kettle sang.');
  expect(textOf(shared)).not.toContain('kettle');
  expect((await openTab(own)).shown('list')).toBe('The kettle sang.');
  expect((await openTab()).shown('list')).toBeUndefined();
});

test('each read is deleted after 5 minutes, even if others were made later', async () => {
  const { own, read } = await openTab();
  await read('list', 'The kettle sang.');
  await vi.advanceTimersByTimeAsync(4 * MINUTE);
  await read('tags', 'The rain came.');
  expect(textOf(own)).toMatch(/rain.*kettle/);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(textOf(own)).not.toContain('kettle');
  expect(textOf(own)).toContain('rain');
  await vi.advanceTimersByTimeAsync(4 * MINUTE);
  expect(textOf(own)).not.toContain('rain');
});

test('a tab that is restored after 5 minutes shows nothing from the cache and deletes it', async () => {
  const { own, read } = await openTab();
  await read('list', 'The kettle sang.');
  vi.clearAllTimers();
  vi.setSystemTime(Date.now() + 5 * MINUTE);
  const { shown } = await openTab(own);
  expect(shown('list')).toBeUndefined();
  expect(textOf(own)).not.toContain('kettle');
});

test('a change that another tab reports empties the cache of this one', async () => {
  const { own, read, changeElsewhere } = await openTab();
  await read('list', 'The kettle sang.');
  changeElsewhere('cache_since', 'ann 8');
  expect(textOf(own)).not.toContain('kettle');
  await read('tags', 'Read before the change.');
  expect(textOf(own)).not.toContain('before the change');
});

test('a cache that an earlier build stored for all tabs is removed', async () => {
  shared.set('cache', 'The kettle sang.');
  await openTab();
  expect(textOf(shared)).not.toContain('kettle');
});

test('what is restored after a reload is stale, and is read again at the last change or later', async () => {
  const { own, read } = await openTab();
  shared.set('cache_since', 'ann 6');
  await read('list', 'The kettle sang.');
  own.delete('log_position');
  const { isStale, knownPosition } = await openTab(own);
  expect(isStale('list')).toBe(true);
  expect(knownPosition()).toBe('6');
});

test('a repeated read replaces the earlier one', async () => {
  const { own, read } = await openTab();
  await read('list', 'The kettle sang.');
  await vi.advanceTimersByTimeAsync(1);
  await read('list', 'The rain came.');
  expect(textOf(own)).not.toContain('kettle');
  expect((await openTab(own)).shown('list')).toBe('The rain came.');
});

test('only answers to marked queries are cached, not data that the app itself sets', async () => {
  const { own, read, queries } = await openTab();
  await read('other', 'The kettle sang.', {});
  expect(textOf(own)).not.toContain('kettle');
  await read('list', 'The rain came.');
  queries.setQueryData(['list'], 'The rain came, perhaps.');
  expect(textOf(own)).not.toContain('perhaps');
});

test('the twelve newest reads are cached', async () => {
  const { own, read } = await openTab();
  for (let number = 1; number <= 13; number += 1) await read(`list ${number}`, `Text ${number}.`);
  const { shown } = await openTab(own);
  expect(shown('list 1')).toBeUndefined();
  expect(shown('list 2')).toBe('Text 2.');
  expect(shown('list 13')).toBe('Text 13.');
});

test('an answer of more than 300,000 characters is not cached, and the earlier answer is deleted', async () => {
  const { own, read } = await openTab();
  await read('tags', 'The kettle sang.');
  await read('list', 'The rain came.');
  await vi.advanceTimersByTimeAsync(1);
  await read('list', `The rain came. ${'x'.repeat(300_000)}`);
  const { shown } = await openTab(own);
  expect(shown('list')).toBeUndefined();
  expect(shown('tags')).toBe('The kettle sang.');
});

test.each([
  ['another build of the app', async (own: Map<string, string>) => openTab(own, 'another build')],
  [
    'another person',
    async (own: Map<string, string>) => {
      shared.set('auth_token', tokenOf('bob'));
      return openTab(own);
    },
  ],
  [
    'nobody',
    async (own: Map<string, string>) => {
      shared.delete('auth_token');
      return openTab(own);
    },
  ],
])('the cache is not shown to %s, and is deleted', async (_whom, open) => {
  const { own, read } = await openTab();
  await read('list', 'The kettle sang.');
  expect((await open(own)).shown('list')).toBeUndefined();
  expect(textOf(own)).not.toContain('kettle');
});

test.each(['{', '[]', '{"build":"this build","account":"ann","lastChange":"0","entries":7}'])(
  'the malformed cache %s is ignored and replaced',
  async (broken) => {
    const { own, read } = await openTab(new Map([['cache', broken]]));
    expect(own.has('cache')).toBe(false);
    await read('list', 'The kettle sang.');
    expect((await openTab(own)).shown('list')).toBe('The kettle sang.');
  },
);

test('a log-out or another person in the same tab empties the cache, and a renewed token keeps it', async () => {
  const { own, read, storeToken, endSession } = await openTab();
  await read('list', 'The kettle sang.');
  storeToken(tokenOf('ann', { exp: 1 }));
  expect(textOf(own)).toContain('kettle');
  storeToken(tokenOf('bob'));
  expect(textOf(own)).not.toContain('kettle');
  await read('list', 'The rain came.');
  endSession('logged-out');
  expect(textOf(own)).not.toContain('rain');
});

test('after a change in this tab, older reads are not cached', async () => {
  const { own, read, recordChange } = await openTab();
  const { clearLocalCache } = await import('./local-cache.ts');
  await read('list', 'The kettle sang.');
  recordChange('8');
  clearLocalCache();
  expect(own.has('cache')).toBe(false);
  expect(shared.get('cache_since')).toBe('ann 8');
  await read('list', 'Read before the change.');
  expect(textOf(own)).not.toContain('before the change');
});
