import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The calls that opened a live connection, with the signal that ends each. */
let opened: AbortSignal[];

beforeEach(() => {
  vi.resetModules();
  opened = [];
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false, cookie: '' }));
  const kept = new Map([['auth_token', `x.${btoa(JSON.stringify({ sub: crypto.randomUUID() }))}.x`]]);
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('fetch', (_path: string, { signal }: { signal: AbortSignal }) => {
    opened.push(signal);
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('two that follow share one connection, and when the first stops the other connects without waiting', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { followChanges } = await import('./live.ts');
  const stopFirst = followChanges(new QueryClient());
  const stopSecond = followChanges(new QueryClient());
  const rest = async () => {
    for (let turn = 0; turn < 50; turn += 1) await vi.advanceTimersByTimeAsync(0);
  };
  await rest();
  expect(opened.map(({ aborted }) => aborted)).toEqual([false]);
  stopFirst();
  await rest();
  expect(opened.map(({ aborted }) => aborted)).toEqual([true, false]);
  stopSecond();
  await rest();
  expect(opened.map(({ aborted }) => aborted)).toEqual([true, true]);
});
