/** A function, because reading `localStorage` or `sessionStorage` throws where the browser refuses storage. */
type StorageArea = () => Storage;

const local: StorageArea = () => localStorage;
const session: StorageArea = () => sessionStorage;

/** The values that storage refused, kept in memory for this page. */
const refused = { local: new Map<string, string>(), session: new Map<string, string>() };

/** Reads `key` from local storage, or the refused value from memory; null if there is neither. */
export function readStored(key: string): string | null {
  return refused.local.get(key) ?? read(local, key);
}

/** Parses stored JSON; null if it is missing or malformed. */
export function parseStored(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/**
 * Stores `value` under `key` in local storage; null deletes the key. False if storage is refused or full: the value is
 * then kept in memory until the page is left.
 */
export function writeStored(key: string, value: string | null): boolean {
  refused.local.delete(key);
  if (write(local, key, value)) return true;
  if (value !== null) refused.local.set(key, value);
  return false;
}

/** Deletes all keys that begin with one of `prefixes`. */
export function forgetStored(prefixes: readonly string[]): void {
  for (const key of prefixes.flatMap(storedKeys)) writeStored(key, null);
}

/** The keys that begin with `prefix`. */
export function storedKeys(prefix: string): string[] {
  return [...new Set([...refused.local.keys(), ...keysOf(local)])].filter((key) => key.startsWith(prefix));
}

/** True if storage refused a value whose key begins with `prefix`. */
export function isRefused(prefix: string): boolean {
  return [...refused.local.keys()].some((key) => key.startsWith(prefix));
}

/** Like `readStored`, but from the session storage of this tab. */
export function readTabStored(key: string): string | null {
  return refused.session.get(key) ?? read(session, key);
}

/** Like `writeStored`, but to the session storage of this tab. */
export function writeTabStored(key: string, value: string | null): void {
  refused.session.delete(key);
  if (!write(session, key, value) && value !== null) refused.session.set(key, value);
}

function keysOf(area: StorageArea): string[] {
  try {
    return Object.keys(area());
  } catch {
    return [];
  }
}

function read(area: StorageArea, key: string): string | null {
  try {
    return area().getItem(key);
  } catch {
    return null;
  }
}

function write(area: StorageArea, key: string, value: string | null): boolean {
  try {
    if (value === null) area().removeItem(key);
    else area().setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
