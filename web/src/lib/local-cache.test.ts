import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const MINUTE = 60_000;
const token = `x.${btoa(JSON.stringify({ sub: 'ann' }))}.x`;

/** The storage that all tabs of a browser share. */
let shared: Map<string, string>;

beforeEach(() => {
  vi.useFakeTimers();
  shared = new Map([['auth_token', token]]);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function storageOf(kept: Map<string, string>) {
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

/** Opens the app in a tab that holds `own`: what it is given and what it reads from then on, by key. */
async function openTab(own = new Map<string, string>()) {
  vi.resetModules();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('localStorage', storageOf(shared));
  vi.stubGlobal('sessionStorage', storageOf(own));
  const { startLocalCache, keptOnDevice } = await import('./local-cache.ts');
  const { recordRead } = await import('./position.ts');
  const queries = new QueryClient();
  startLocalCache(queries, 'this build');
  return {
    own,
    shown: (key: string) => queries.getQueryData<string>([key]),
    read: (key: string, text: string) => {
      recordRead('7');
      return queries.fetchQuery({ queryKey: [key], queryFn: () => text, ...keptOnDevice });
    },
    hear: (key: string) => window.dispatchEvent(Object.assign(new Event('storage'), { key })),
  };
}

const textOf = (kept: Map<string, string>) => [...kept.values()].join();

test('what was read is there after a reload, and nothing of it lies where it would outlive its tab', async () => {
  const { own, read } = await openTab();
  await read('list', 'The kettle sang.');
  expect(textOf(shared)).not.toContain('kettle');
  expect((await openTab(own)).shown('list')).toBe('The kettle sang.');
  expect((await openTab()).shown('list')).toBeUndefined();
});

test('each read is gone 5 minutes after it was made, whatever was read later', async () => {
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

test('a tab that is brought back after 5 minutes shows and keeps nothing', async () => {
  const { own, read } = await openTab();
  await read('list', 'The kettle sang.');
  vi.clearAllTimers();
  vi.setSystemTime(Date.now() + 5 * MINUTE);
  const { shown } = await openTab(own);
  expect(shown('list')).toBeUndefined();
  expect(textOf(own)).not.toContain('kettle');
});

test('a change that another tab has heard of empties this one', async () => {
  const { own, read, hear } = await openTab();
  await read('list', 'The kettle sang.');
  shared.set('cache_since', 'ann 8');
  hear('cache_since');
  expect(textOf(own)).not.toContain('kettle');
  await read('tags', 'Read before the change.');
  expect(textOf(own)).not.toContain('before the change');
});

test('what an earlier build left for all tabs is removed', async () => {
  shared.set('cache', 'The kettle sang.');
  await openTab();
  expect(textOf(shared)).not.toContain('kettle');
});
