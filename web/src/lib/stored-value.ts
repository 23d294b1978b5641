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
 * remembers it, until it is left.
 */
export function writeStored(key: string, value: string | null): boolean {
  refused.shared.delete(key);
  if (write(shared, key, value)) return true;
  if (value !== null) refused.shared.set(key, value);
  return false;
}

/** Forgets all whose keys begin with one of `prefixes`. */
export function forgetStored(prefixes: readonly string[]): void {
  for (const key of prefixes.flatMap(storedKeys)) writeStored(key, null);
}

/** The keys that begin with `prefix`. */
export function storedKeys(prefix: string): string[] {
  return [...new Set([...refused.shared.keys(), ...keysOf(shared)])].filter((key) => key.startsWith(prefix));
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
