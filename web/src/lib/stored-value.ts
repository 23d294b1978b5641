/** Where a browser refuses storage, asking for it already throws. */
type StorageArea = () => Storage;

const local: StorageArea = () => localStorage;
const session: StorageArea = () => sessionStorage;

/** What storage refused to keep; at least this page remembers it. */
const refused = { local: new Map<string, string>(), session: new Map<string, string>() };

/** Reads `key` from local storage, or what was refused under it; null when there is neither. */
export function readStored(key: string): string | null {
  return refused.local.get(key) ?? read(local, key);
}

/** What was kept as JSON; null where there is nothing or nothing that can be read. */
export function parseStored(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/**
 * Keeps `value` under `key`, or forgets it when null. False where storage is refused or full: then only this page
 * remembers it, until it is left.
 */
export function writeStored(key: string, value: string | null): boolean {
  refused.local.delete(key);
  if (write(local, key, value)) return true;
  if (value !== null) refused.local.set(key, value);
  return false;
}

/** Forgets all whose keys begin with one of `prefixes`. */
export function forgetStored(prefixes: readonly string[]): void {
  for (const key of prefixes.flatMap(storedKeys)) writeStored(key, null);
}

/** The keys that begin with `prefix`. */
export function storedKeys(prefix: string): string[] {
  return [...new Set([...refused.local.keys(), ...keysOf(local)])].filter((key) => key.startsWith(prefix));
}

/** True when storage refused to keep something whose key begins with `prefix`. */
export function isRefused(prefix: string): boolean {
  return [...refused.local.keys()].some((key) => key.startsWith(prefix));
}

/** Like `readStored`, of this tab alone. */
export function readTabStored(key: string): string | null {
  return refused.session.get(key) ?? read(session, key);
}

/** Like `writeStored`, for this tab alone. */
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
