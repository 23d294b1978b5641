import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let tab: Map<string, string>;

beforeEach(() => {
  vi.resetModules();
  tab = new Map();
  vi.stubGlobal('window', new EventTarget());
  const storageOf = (kept: Map<string, string>) => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.stubGlobal('localStorage', storageOf(new Map()));
  vi.stubGlobal('sessionStorage', storageOf(tab));
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test('the address of a screen visited without a session is remembered, but not that of a preloaded one', async () => {
  const { requireSession } = await import('./require-session.ts');
  const ask = (href: string, preload: boolean) => {
    expect(() => requireSession({ location: { href }, preload })).toThrow();
    return tab.get('last_address');
  };
  expect(ask('/import', false)).toBe('/import');
  expect(ask('/dashboard', true)).toBe('/import');
});
