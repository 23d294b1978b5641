import { newChangeKey } from './change-key.ts';
import { readStored, readTabStored, writeStored, writeTabStored } from './stored-value.ts';

const KEY = 'tab';

/**
 * The name of this tab, also after a reload; a newer tab has a greater one. It is in storage only while no page of the
 * tab is open, so that a duplicated tab, which gets a copy of that storage, takes a name of its own.
 */
export const tabId: string = readTabStored(KEY) ?? `${Date.now()}-${newChangeKey()}`;

writeTabStored(KEY, null);
window.addEventListener('pagehide', () => writeTabStored(KEY, tabId));
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) writeTabStored(KEY, null);
});

/** When a tab with a draft was left; deleted when a page of it is open again. */
function leftKey(name: string): string {
  return `left:${name}`;
}

forgetLeaving(tabId);

/** Remembers until the next page of this tab that it is left now. */
export function rememberLeaving(): void {
  writeStored(leftKey(tabId), String(Date.now()));
}

export function forgetLeaving(name: string): void {
  writeStored(leftKey(name), null);
}

/** When the tab of that name was left, in milliseconds since 1970; 0 when that is not known. */
export function leftAt(name: string): number {
  return Number(readStored(leftKey(name)) ?? 0);
}

/** Held for as long as the tab is open. Browsers have locks only where the page came over https or from this machine. */
const locks: LockManager | undefined = navigator.locks;
const lockName = (name: string) => `tab:${name}`;
void locks?.request(lockName(tabId), () => new Promise(() => undefined)).catch(() => undefined);

/**
 * Calls `callback` with a test for whether the tab of a given name is open in this browser, in one tab at a time.
 * Where the browser cannot tell, no tab but this one counts as open.
 */
export async function withOpenTabs(callback: (isOpen: (name: string) => boolean) => void): Promise<void> {
  if (!locks) return callback((name) => name === tabId);
  await locks.request('tabs', async () => {
    const { held = [] } = await locks.query();
    callback((name) => held.some((lock) => lock.name === lockName(name)));
  });
}
