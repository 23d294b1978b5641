const CACHE = 'cache';

/** Where a browser refuses storage, asking for it already throws. */
type Place = () => Storage;

const shared: Place = () => localStorage;
const ofTab: Place = () => sessionStorage;

/** What storage refused to keep; at least this page remembers it. */
const refused = { shared: new Map<string, string>(), ofTab: new Map<string, string>() };

/** Reads `key` from local storage, or what was refused under it; null when there is neither. */
export function readStored(key: string): string | null {
  return refused.shared.get(key) ?? read(shared, key);
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
 * remembers it, until it is left. The reads that are kept here make room for whatever else is to be kept.
 */
export function writeStored(key: string, value: string | null): boolean {
  refused.shared.delete(key);
  if (write(shared, key, value) || (write(shared, CACHE, null) && write(shared, key, value))) return true;
  if (value !== null) refused.shared.set(key, value);
  return false;
}

/** Forgets all whose keys begin with one of `prefixes`. */
export function forgetStored(prefixes: readonly string[]): void {
  const isMeant = (key: string) => prefixes.some((prefix) => key.startsWith(prefix));
  for (const key of [...refused.shared.keys(), ...keysOf(shared)].filter(isMeant)) writeStored(key, null);
}

/** True when storage refused to keep something whose key begins with `prefix`. */
export function isRefused(prefix: string): boolean {
  return [...refused.shared.keys()].some((key) => key.startsWith(prefix));
}

/** Like `readStored`, of this tab alone. */
export function readOfTab(key: string): string | null {
  return refused.ofTab.get(key) ?? read(ofTab, key);
}

/** Like `writeStored`, for this tab alone. */
export function writeOfTab(key: string, value: string | null): void {
  refused.ofTab.delete(key);
  if (!write(ofTab, key, value) && value !== null) refused.ofTab.set(key, value);
}

/** The reads that are kept here, or null. */
export function readCache(): string | null {
  return read(shared, CACHE);
}

/** Keeps reads where there is room for them, else none. */
export function writeCache(value: string | null): void {
  if (!write(shared, CACHE, value)) write(shared, CACHE, null);
}

function keysOf(place: Place): string[] {
  try {
    return Object.keys(place());
  } catch {
    return [];
  }
}

function read(place: Place, key: string): string | null {
  try {
    return place().getItem(key);
  } catch {
    return null;
  }
}

function write(place: Place, key: string, value: string | null): boolean {
  try {
    if (value === null) place().removeItem(key);
    else place().setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
