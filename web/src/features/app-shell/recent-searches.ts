import { recentSearchesKey } from '../../lib/account-keys.ts';
import { createStore } from '../../lib/store.ts';
import { parseStored, readStored, writeStored } from '../../lib/stored-value.ts';
import { useStore } from '../../lib/use-store.ts';

const MOST = 8;
const SHORTEST = 2;

/** Counts the changes, so that components that show the searches render again. */
const changes = createStore(0);

/** The last searches of this person on this device, newest first. */
export function useRecentSearches(): readonly string[] {
  useStore(changes);
  return recentSearches();
}

/** Puts `search` first in the list; ignores a search of a single letter. */
export function rememberSearch(search: string): void {
  const text = search.trim();
  if (text.length < SHORTEST) return;
  write([text, ...recentSearches().filter((other) => other !== text)].slice(0, MOST));
}

export function forgetSearch(search: string): void {
  write(recentSearches().filter((other) => other !== search));
}

export function forgetAllSearches(): void {
  write([]);
}

function recentSearches(): string[] {
  const kept = parseStored(readStored(recentSearchesKey()));
  return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : [];
}

function write(searches: readonly string[]): void {
  writeStored(recentSearchesKey(), searches.length === 0 ? null : JSON.stringify(searches));
  changes.set(changes.get() + 1);
}
