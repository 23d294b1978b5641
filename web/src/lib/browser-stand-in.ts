import { vi } from 'vitest';

/** A token of `account`, which also carries `claims`. */
export function tokenOf(account: string, claims: object = {}): string {
  return `x.${btoa(JSON.stringify({ sub: account, ...claims }))}.x`;
}

/**
 * Replaces the browser globals for the app's modules, which a test must import afterwards: one tab with the session
 * storage `sessionData`, in a browser with the local storage `localData`. `vi.unstubAllGlobals` removes them.
 */
export function openBrowserTab({
  localData = new Map<string, string>(),
  sessionData = new Map<string, string>(),
} = {}) {
  vi.resetModules();
  const document = Object.assign(new EventTarget(), { hidden: false, cookie: '' });
  const navigator: { onLine: boolean } = { onLine: true };
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', document);
  vi.stubGlobal('navigator', navigator);
  vi.stubGlobal('localStorage', storageOf(localData));
  vi.stubGlobal('sessionStorage', storageOf(sessionData));
  return {
    localData,
    sessionData,
    document,
    navigator,
    /** Another tab sets `key` of the local storage, or removes it; null empties the storage. */
    changeElsewhere(key: string | null, value: string | null = null) {
      if (key === null) localData.clear();
      else if (value === null) localData.delete(key);
      else localData.set(key, value);
      window.dispatchEvent(Object.assign(new Event('storage'), { key }));
    },
  };
}

function storageOf(items: Map<string, string>) {
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}
