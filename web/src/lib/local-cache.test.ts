import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openBrowserTab, tokenOf } from './browser-stand-in.ts';

const MINUTE = 60_000;
const BUILD = 'this build';

/** The storage that all tabs of a browser share. */
let localData: Map<string, string>;

beforeEach(() => {
  vi.useFakeTimers();
  localData = new Map([['auth_token', tokenOf('ann')]]);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Opens the app in a tab with this session storage. Returns functions to read a key and to see what is shown. */
async function openTab(sessionData = new Map<string, string>(), build = BUILD) {
  const { changeElsewhere } = openBrowserTab({ localData, sessionData });
  const { startLocalCache, keptOnDevice } = await import('./local-cache.ts');
  const { recordRead, recordChange, knownPosition } = await import('./position.ts');
  const { storeToken, endSession } = await import('./session.ts');
  const queries = new QueryClient();
  startLocalCache(queries, build);
  return {
    ...{ sessionData, queries, storeToken, endSession, recordChange, knownPosition, changeElsewhere },
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
  const { sessionData, read } = await openTab();
  await read('list', 'The kettle sang.');
  expect(textOf(localData)).not.toContain('kettle');
  expect((await openTab(sessionData)).shown('list')).toBe('The kettle sang.');
  expect((await openTab()).shown('list')).toBeUndefined();
});

test('each read is deleted after 5 minutes, even if others were made later', async () => {
  const { sessionData, read } = await openTab();
  await read('list', 'The kettle sang.');
  await vi.advanceTimersByTimeAsync(4 * MINUTE);
  await read('tags', 'The rain came.');
  expect(textOf(sessionData)).toMatch(/rain.*kettle/);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(textOf(sessionData)).not.toContain('kettle');
  expect(textOf(sessionData)).toContain('rain');
  await vi.advanceTimersByTimeAsync(4 * MINUTE);
  expect(textOf(sessionData)).not.toContain('rain');
});

test('a tab that is restored after 5 minutes shows nothing from the cache and deletes it', async () => {
  const { sessionData, read } = await openTab();
  await read('list', 'The kettle sang.');
  vi.clearAllTimers();
  vi.setSystemTime(Date.now() + 5 * MINUTE);
  const { shown } = await openTab(sessionData);
  expect(shown('list')).toBeUndefined();
  expect(textOf(sessionData)).not.toContain('kettle');
});

test('a change that another tab reports empties the cache of this one', async () => {
  const { sessionData, read, changeElsewhere } = await openTab();
  await read('list', 'The kettle sang.');
  changeElsewhere('cache_since', 'ann 8');
  expect(textOf(sessionData)).not.toContain('kettle');
  await read('tags', 'Read before the change.');
  expect(textOf(sessionData)).not.toContain('before the change');
});

test('a cache that an earlier build stored for all tabs is removed', async () => {
  localData.set('cache', 'The kettle sang.');
  await openTab();
  expect(textOf(localData)).not.toContain('kettle');
});

test('what is restored after a reload is stale, and is read again at the last change or later', async () => {
  const { sessionData, read } = await openTab();
  localData.set('cache_since', 'ann 6');
  await read('list', 'The kettle sang.');
  sessionData.delete('log_position');
  const { isStale, knownPosition } = await openTab(sessionData);
  expect(isStale('list')).toBe(true);
  expect(knownPosition()).toBe('6');
});

test('a repeated read replaces the earlier one', async () => {
  const { sessionData, read } = await openTab();
  await read('list', 'The kettle sang.');
  await vi.advanceTimersByTimeAsync(1);
  await read('list', 'The rain came.');
  expect(textOf(sessionData)).not.toContain('kettle');
  expect((await openTab(sessionData)).shown('list')).toBe('The rain came.');
});

test('only answers to marked queries are cached, not data that the app itself sets', async () => {
  const { sessionData, read, queries } = await openTab();
  await read('other', 'The kettle sang.', {});
  expect(textOf(sessionData)).not.toContain('kettle');
  await read('list', 'The rain came.');
  queries.setQueryData(['list'], 'The rain came, perhaps.');
  expect(textOf(sessionData)).not.toContain('perhaps');
});

test('the twelve newest reads are cached', async () => {
  const { sessionData, read } = await openTab();
  for (let number = 1; number <= 13; number += 1) await read(`list ${number}`, `Text ${number}.`);
  const { shown } = await openTab(sessionData);
  expect(shown('list 1')).toBeUndefined();
  expect(shown('list 2')).toBe('Text 2.');
  expect(shown('list 13')).toBe('Text 13.');
});

test('an answer of more than 300,000 characters is not cached, and the earlier answer is deleted', async () => {
  const { sessionData, read } = await openTab();
  await read('tags', 'The kettle sang.');
  await read('list', 'The rain came.');
  await vi.advanceTimersByTimeAsync(1);
  await read('list', `The rain came. ${'x'.repeat(300_000)}`);
  const { shown } = await openTab(sessionData);
  expect(shown('list')).toBeUndefined();
  expect(shown('tags')).toBe('The kettle sang.');
});

test.each([
  ['another build of the app', async (sessionData: Map<string, string>) => openTab(sessionData, 'another build')],
  [
    'another person',
    async (sessionData: Map<string, string>) => {
      localData.set('auth_token', tokenOf('bob'));
      return openTab(sessionData);
    },
  ],
  [
    'nobody',
    async (sessionData: Map<string, string>) => {
      localData.delete('auth_token');
      return openTab(sessionData);
    },
  ],
])('the cache is not shown to %s, and is deleted', async (_whom, open) => {
  const { sessionData, read } = await openTab();
  await read('list', 'The kettle sang.');
  expect((await open(sessionData)).shown('list')).toBeUndefined();
  expect(textOf(sessionData)).not.toContain('kettle');
});

test.each(['{', '[]', '{"build":"this build","account":"ann","lastChange":"0","entries":7}'])(
  'the malformed cache %s is ignored and replaced',
  async (broken) => {
    const { sessionData, read } = await openTab(new Map([['cache', broken]]));
    expect(sessionData.has('cache')).toBe(false);
    await read('list', 'The kettle sang.');
    expect((await openTab(sessionData)).shown('list')).toBe('The kettle sang.');
  },
);

test('a log-out or another person in the same tab empties the cache, and a renewed token keeps it', async () => {
  const { sessionData, read, storeToken, endSession } = await openTab();
  await read('list', 'The kettle sang.');
  storeToken(tokenOf('ann', { exp: 1 }));
  expect(textOf(sessionData)).toContain('kettle');
  storeToken(tokenOf('bob'));
  expect(textOf(sessionData)).not.toContain('kettle');
  await read('list', 'The rain came.');
  endSession('logged-out');
  expect(textOf(sessionData)).not.toContain('rain');
});

test('after a change in this tab, older reads are not cached', async () => {
  const { sessionData, read, recordChange } = await openTab();
  const { clearLocalCache } = await import('./local-cache.ts');
  await read('list', 'The kettle sang.');
  recordChange('8');
  clearLocalCache();
  expect(sessionData.has('cache')).toBe(false);
  expect(localData.get('cache_since')).toBe('ann 8');
  await read('list', 'Read before the change.');
  expect(textOf(sessionData)).not.toContain('before the change');
});
