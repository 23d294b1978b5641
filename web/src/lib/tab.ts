import { newChangeKey } from './change-key.ts';
import { readStored, readTabStored, writeStored, writeTabStored } from './stored-value.ts';
import { tabLocks } from './tab-locks.ts';

const KEY = 'tab';

/**
 * The name of this tab; it survives a reload, and newer tabs have greater names. It is in the tab's storage only while
 * no page of the tab is open, so that a duplicated tab, which gets a copy of that storage, has a name of its own.
 */
export const tabId: string = readTabStored(KEY) ?? `${Date.now()}-${newChangeKey()}`;

writeTabStored(KEY, null);
window.addEventListener('pagehide', () => writeTabStored(KEY, tabId));
window.addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  writeTabStored(KEY, null);
  holdLock();
});

/** The storage key of the time at which the tab was left; deleted when a page of the tab is open again. */
function leftKey(name: string): string {
  return `left:${name}`;
}

forgetLeaving(tabId);

/** Stores the time at which this tab is left; kept until its next page opens. */
export function rememberLeaving(): void {
  writeStored(leftKey(tabId), String(Date.now()));
}

export function forgetLeaving(name: string): void {
  writeStored(leftKey(name), null);
}

/** When the tab `name` was left, in milliseconds since 1970; 0 if unknown. */
export function leftAt(name: string): number {
  return Number(readStored(leftKey(name)) ?? 0);
}

const locks = tabLocks();
const lockName = (name: string) => `tab:${name}`;
holdLock();

/** Each tab holds a lock while it is open. Safari ends that of a page in the back/forward cache. */
function holdLock(): void {
  void locks?.request(lockName(tabId), () => new Promise(() => undefined)).catch(() => undefined);
}

/**
 * Calls `callback` with a function that reports whether the tab of a given name is open in this browser; only one tab
 * at a time runs its callback. Without locks only this tab counts as open.
 */
export async function checkOpenTabs(callback: (isOpen: (name: string) => boolean) => void): Promise<void> {
  if (!locks) return callback((name) => name === tabId);
  await locks.request('tabs', async () => {
    const { held = [] } = await locks.query();
    callback((name) => held.some((lock) => lock.name === lockName(name)));
  });
}
