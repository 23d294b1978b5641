import type { User } from '@anecdotes/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openBrowserTab, tokenOf } from './browser-stand-in.ts';

const TOKEN = 'auth_token';

let tab: ReturnType<typeof openBrowserTab>;

beforeEach(() => {
  tab = openBrowserTab();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The session of a tab in which `account` is logged in, and the changes that its listener receives. */
async function loggedIn(account: string) {
  tab.localData.set(TOKEN, tokenOf(account));
  const session = await import('./session.ts');
  const heard: [string, boolean][] = [];
  const stop = session.onSessionChange((...change) => heard.push(change));
  return { session, heard, stop };
}

test('a session lasts as long as its token on a device whose clock is a day ahead', async () => {
  const DAY_S = 86_400;
  vi.useFakeTimers({ now: DAY_S * 1000 * 20_000 });
  const [session, { isExpired }] = await Promise.all([import('./session.ts'), import('./token.ts')]);
  const issued = DAY_S * 19_999;
  const next = tokenOf('ann', { iat: issued, exp: issued + 3600 });
  session.storeToken(next);
  expect(isExpired(next, session.sessionTime())).toBe(false);
  vi.advanceTimersByTime(56 * 60_000);
  expect(isExpired(next, session.sessionTime())).toBe(true);
  vi.useRealTimers();
});

test('a clock that was behind at log-in and is then set right does not end the session', async () => {
  const session = await import('./session.ts');
  session.storeToken(tokenOf('ann', { iat: Date.now() / 1000 + 86_400 }));
  expect(session.sessionTime().getTime()).toBeLessThanOrEqual(Date.now());
  expect(session.sessionTime().getTime()).toBeGreaterThan(Date.now() - 60_000);
});

test('after log-in a member is sent to the address that was requested before, and the guest is not', async () => {
  const session = await import('./session.ts');
  session.rememberAddress('/timeline/1');
  session.storeToken(tokenOf('ann'));
  expect(session.takeRememberedAddress()).toBe('/timeline/1');

  session.endSession('logged-out');
  tab.sessionData.clear();
  session.rememberAddress('/entry');
  session.storeToken(tokenOf('guest'));
  session.forgetOthersAddress();
  expect(session.takeRememberedAddress()).toBe('/dashboard');
});

test('after an expired session the guest returns to the remembered address of the guest', async () => {
  const session = await import('./session.ts');
  session.storeToken(tokenOf('guest'));
  session.endSession('expired');
  session.rememberAddress('/entry');
  session.storeToken(tokenOf('guest'));
  session.forgetOthersAddress();
  expect(session.takeRememberedAddress()).toBe('/entry');
});

test('after log-in nobody is sent to the address of the person who was logged in before', async () => {
  const { session } = await loggedIn('ann');
  session.rememberAddress('/timeline/1');
  session.storeToken(tokenOf('bob'));
  expect(session.takeRememberedAddress()).toBe('/dashboard');
});

test('a remembered address is used once', async () => {
  const { session } = await loggedIn('ann');
  session.rememberAddress('/entry');
  expect(session.takeRememberedAddress()).toBe('/entry');
  expect(session.takeRememberedAddress()).toBe('/dashboard');
});

test.each(['/auth', '/auth?mode=register', '/login'])('the sign-in address %s is not remembered', async (address) => {
  const { session } = await loggedIn('ann');
  session.rememberAddress('/entry');
  session.rememberAddress(address);
  expect(session.rememberedAddress()).toBe('/entry');
});

test.each(['https://example.org/', '//example.org/', '/\\example.org/', 'javascript:alert(1)'])(
  'nobody is sent to %s after logging in',
  async (address) => {
    const { session } = await loggedIn('ann');
    session.rememberAddress(address);
    expect(session.takeRememberedAddress()).toBe('/dashboard');
  },
);

test('the token is kept over a reload, and deleted when the session ends', async () => {
  const { session } = await loggedIn('ann');
  expect(session.token()).toBe(tokenOf('ann'));
  expect(session.accountId()).toBe('ann');
  session.endSession('logged-out');
  expect(session.token()).toBeNull();
  expect(session.accountId()).toBe('nobody');
  expect(tab.localData.has(TOKEN)).toBe(false);
});

test('a listener is called once when a session ends, with the kind of end, until it is removed', async () => {
  const { session, heard, stop } = await loggedIn('ann');
  session.endSession('expired');
  session.endSession('logged-out');
  expect(heard).toEqual([['expired', false]]);
  stop();
  session.storeToken(tokenOf('ann'));
  session.endSession('logged-out');
  expect(heard).toHaveLength(1);
});

test('a renewed token does not call listeners, and the token of another person does', async () => {
  const { session, heard } = await loggedIn('ann');
  session.storeToken(tokenOf('ann', { exp: 1 }));
  expect(heard).toEqual([]);
  expect(tab.localData.get(TOKEN)).toBe(tokenOf('ann', { exp: 1 }));
  session.storeToken(tokenOf('bob'));
  expect(heard).toEqual([['replaced', false]]);
});

test.each(['expired', 'logged-out'])(
  'a session that ends as %s in another tab ends here in the same way',
  async (end) => {
    const { session, heard } = await loggedIn('ann');
    tab.localData.set('session_end', end);
    tab.changeElsewhere(TOKEN);
    expect(session.token()).toBeNull();
    expect(heard).toEqual([[end, true]]);
  },
);

test('emptying the storage in another tab logs out this tab', async () => {
  const { session, heard } = await loggedIn('ann');
  tab.changeElsewhere(null);
  expect(session.token()).toBeNull();
  expect(heard).toEqual([['logged-out', true]]);
});

test('a log-in in another tab resumes the session here, and a log-in as another person replaces it', async () => {
  const { session, heard } = await loggedIn('ann');
  session.endSession('expired');
  tab.changeElsewhere(TOKEN, tokenOf('ann'));
  expect(session.accountId()).toBe('ann');
  tab.changeElsewhere(TOKEN, tokenOf('ann', { exp: 1 }));
  tab.changeElsewhere(TOKEN, tokenOf('bob'));
  expect(session.accountId()).toBe('bob');
  expect(heard).toEqual([
    ['expired', false],
    ['resumed', true],
    ['replaced', true],
  ]);
});

test.each([
  ['logged-out', null],
  ['replaced', tokenOf('bob')],
])('a page that is shown again by Back notices that its session was %s meanwhile', async (change, stored) => {
  const { session, heard } = await loggedIn('ann');
  if (stored === null) tab.localData.delete(TOKEN);
  else tab.localData.set(TOKEN, stored);
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
  expect(heard).toEqual([]);
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(session.token()).toBe(stored);
  expect(heard).toEqual([[change, true]]);
});

test('other values that another tab stores do not change the session', async () => {
  const { session, heard } = await loggedIn('ann');
  tab.localData.delete(TOKEN);
  tab.changeElsewhere('theme', 'dark');
  expect(session.accountId()).toBe('ann');
  expect(heard).toEqual([]);
});

test('the name of a person is stored until their session ends, and not when it arrives after that', async () => {
  const { session } = await loggedIn('ann');
  const { storeUser, readStoredUser } = await import('./stored-user.ts');
  const ann = { id: 'ann', username: 'Ann' } as User;
  storeUser(ann);
  expect(readStoredUser()).toEqual(ann);
  session.endSession('logged-out');
  storeUser(ann);
  expect([...tab.localData.keys()]).not.toContain('user');
});
