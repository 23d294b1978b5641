import { vi } from 'vitest';

/** A token of `account`, which also carries `claims`. */
export function tokenOf(account: string, claims: object = {}): string {
  return `x.${btoa(JSON.stringify({ sub: account, ...claims }))}.x`;
}

/**
 * Replaces the browser globals for the app's modules, which a test must import afterwards: one tab with the session
 * storage `own`, in a browser with the local storage `shared`. `vi.unstubAllGlobals` removes them.
 */
export function openBrowserTab({ shared = new Map<string, string>(), own = new Map<string, string>() } = {}) {
  vi.resetModules();
  const document = Object.assign(new EventTarget(), { hidden: false, cookie: '' });
  const navigator: { onLine: boolean } = { onLine: true };
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', document);
  vi.stubGlobal('navigator', navigator);
  vi.stubGlobal('localStorage', storageOf(shared));
  vi.stubGlobal('sessionStorage', storageOf(own));
  return {
    shared,
    own,
    document,
    navigator,
    /** Another tab sets `key` of the shared storage, or removes it; null empties the storage. */
    changeElsewhere(key: string | null, value: string | null = null) {
      if (key === null) shared.clear();
      else if (value === null) shared.delete(key);
      else shared.set(key, value);
      window.dispatchEvent(Object.assign(new Event('storage'), { key }));
    },
  };
}

function storageOf(kept: Map<string, string>) {
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}
