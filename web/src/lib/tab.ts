import { newChangeKey } from './change-key.ts';
import { readOfTab, writeOfTab } from './stored-value.ts';

const KEY = 'tab';

/**
 * The name of this tab, also after a reload; a newer tab has a greater one. It is in storage only while no page of the
 * tab is open, so that a duplicated tab, which gets a copy of that storage, takes a name of its own.
 */
export const tabName: string = readOfTab(KEY) ?? `${Date.now()}-${newChangeKey()}`;

writeOfTab(KEY, null);
window.addEventListener('pagehide', () => writeOfTab(KEY, tabName));
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) writeOfTab(KEY, null);
});

/** Held for as long as the tab is open. Browsers have locks only where the page came over https or from this machine. */
const locks: LockManager | undefined = navigator.locks;
const lockOf = (name: string) => `tab:${name}`;
void locks?.request(lockOf(tabName), () => new Promise(() => undefined)).catch(() => undefined);

/**
 * Calls `act` with a test that tells whether the tab of a given name is open in this browser, in one tab at a time.
 * Where the browser cannot tell, no tab but this one counts as open.
 */
export async function withOpenTabs(act: (isOpen: (name: string) => boolean) => void): Promise<void> {
  if (!locks) return act((name) => name === tabName);
  await locks.request('tabs', async () => {
    const { held = [] } = await locks.query();
    act((name) => held.some((lock) => lock.name === lockOf(name)));
  });
}
