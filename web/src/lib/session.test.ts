import { beforeEach, expect, test, vi } from 'vitest';

let tab: Map<string, string>;

beforeEach(() => {
  vi.resetModules();
  tab = new Map();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('localStorage', storageOf(new Map()));
  vi.stubGlobal('sessionStorage', storageOf(tab));
});

function storageOf(kept: Map<string, string>) {
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

const tokenOf = (sub: string) => `x.${btoa(JSON.stringify({ sub }))}.x`;

test('a member goes on to the address that a visitor wanted, the guest does not', async () => {
  const session = await import('./session.ts');
  session.rememberAddress('/timeline/1');
  session.storeToken(tokenOf('ann'));
  expect(session.takeRememberedAddress()).toBe('/timeline/1');

  session.endSession('logged-out');
  tab.clear();
  session.rememberAddress('/entry');
  session.storeToken(tokenOf('guest'));
  session.forgetOthersAddress();
  expect(session.takeRememberedAddress()).toBe('/dashboard');
});

test('the guest goes on where the guest was when the session expired', async () => {
  const session = await import('./session.ts');
  session.storeToken(tokenOf('guest'));
  session.endSession('expired');
  session.rememberAddress('/entry');
  session.storeToken(tokenOf('guest'));
  session.forgetOthersAddress();
  expect(session.takeRememberedAddress()).toBe('/entry');
});
