import { afterEach, expect, test, vi } from 'vitest';
import { openBrowserTab } from './browser-stand-in.ts';

afterEach(() => vi.unstubAllGlobals());

test('a tab whose lock ended while its page was in the back/forward cache counts as open once it is shown again', async () => {
  const { locks } = navigator;
  Object.assign(openBrowserTab().navigator, { locks });
  const { tabId, checkOpenTabs } = await import('./tab.ts');
  const isOpen = () =>
    new Promise<boolean>((resolve) => {
      void checkOpenTabs((isNamedOpen) => resolve(isNamedOpen(tabId)));
    });
  await expect.poll(isOpen, { timeout: 60_000 }).toBe(true);
  await locks.request(`tab:${tabId}`, { steal: true }, () => undefined);
  await expect.poll(isOpen, { timeout: 60_000 }).toBe(false);
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await expect.poll(isOpen, { timeout: 60_000 }).toBe(true);
});
