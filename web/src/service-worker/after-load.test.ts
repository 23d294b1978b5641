import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { registerAfterLoad } from './after-load.ts';

const page = Object.assign(new EventTarget(), { readyState: 'interactive' });
const register = vi.fn(() => Promise.resolve(new EventTarget()));

beforeEach(() => {
  vi.stubEnv('PROD', true);
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', { serviceWorker: Object.assign(new EventTarget(), { controller: null, register }) });
  register.mockClear();
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

test('the service worker is registered when the page has loaded', async () => {
  page.readyState = 'interactive';
  registerAfterLoad();
  expect(register).not.toHaveBeenCalled();
  page.dispatchEvent(new Event('load'));
  await vi.waitFor(() => expect(register).toHaveBeenCalledOnce(), 60_000);
});

test('the service worker is registered by a module that runs after the page has loaded', async () => {
  page.readyState = 'complete';
  registerAfterLoad();
  await vi.waitFor(() => expect(register).toHaveBeenCalledOnce(), 60_000);
});
