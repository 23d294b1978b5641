import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { demandPosition, isCovered, knownPosition } from './position.ts';
import { accountId, onSessionChange, token } from './session.ts';
import { parseStored, readCache, writeCache } from './stored-value.ts';

const LIFETIME_MS = 5 * 60_000;
const MOST_ENTRIES = 12;
/** In characters; all pages of the app share some five million. */
const LONGEST_ENTRY = 300_000;

type Entry = { key: QueryKey; data: unknown; at: number };

/** What lies in storage: reads of one person by one build of the app, none of them older than the change at `since`. */
type Cache = { build: string; account: string; since: string; at: number; entries: Entry[] };

/** Marks a query whose answers are kept on this device for 5 minutes, so that a reload shows them at once. */
export const keptOnDevice = { meta: { keptOnDevice: true } } as const;

let build = '';
let expiry: ReturnType<typeof setTimeout> | undefined;

/**
 * Gives `queries` what was kept for the person who is logged in, to be read again, and keeps what they read from now.
 * `ofBuild` names the build of the app: what another one kept may have another shape.
 */
export function startLocalCache(queries: QueryClient, ofBuild: string): void {
  build = ofBuild;
  restore(queries);
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || !event.query.meta?.keptOnDevice) return;
    const { query, action } = event;
    if (action.type === 'success' && !action.manual) keep(query);
  });
  onSessionChange((change) => {
    if (change !== 'resumed') forgetLocalCache();
  });
}

/** Empties the cache because something changed: nothing read before now may be kept, in no tab. */
export function forgetLocalCache(): void {
  if (token() === null) writeCache(null);
  else write([], knownPosition() ?? '0');
}

function restore(queries: QueryClient): void {
  const cache = current();
  if (!cache) {
    writeCache(null);
    return;
  }
  demandPosition(cache.since);
  forgetAfterLifetime(cache.at);
  for (const { key, data, at } of cache.entries.filter(isFresh)) {
    queries.setQueryData(key, data, { updatedAt: at });
    void queries.invalidateQueries({ queryKey: key, exact: true, refetchType: 'none' });
  }
}

function keep({ queryKey: key, state }: Query): void {
  const { since, entries } = current() ?? { since: '0', entries: [] };
  // Another tab may have heard of a change that something read here does not show yet.
  if (token() === null || !isCovered(since)) return;
  const others = entries.filter((entry) => JSON.stringify(entry.key) !== JSON.stringify(key) && isFresh(entry));
  const entry = { key, data: state.data, at: state.dataUpdatedAt };
  const kept = JSON.stringify(entry).length > LONGEST_ENTRY ? others : [entry, ...others].slice(0, MOST_ENTRIES);
  write(kept, since);
}

function write(entries: Entry[], since: string): void {
  const cache: Cache = { build, account: accountId(), since, at: Date.now(), entries };
  writeCache(JSON.stringify(cache));
  forgetAfterLifetime(cache.at);
}

function forgetAfterLifetime(at: number): void {
  clearTimeout(expiry);
  expiry = setTimeout(() => writeCache(null), at + LIFETIME_MS - Date.now());
}

/** The cache of the person who is logged in; undefined for another's, another build's, an old or a broken one. */
function current(): Cache | undefined {
  const cache = parseStored(readCache()) as Cache | null;
  const isMine = cache?.build === build && cache.account === accountId() && token() !== null;
  const isWhole = /^\d+$/.test(cache?.since ?? '') && Array.isArray(cache?.entries);
  return isMine && isWhole && isFresh(cache) ? cache : undefined;
}

function isFresh({ at }: { at: number }): boolean {
  const age = Date.now() - at;
  return age >= 0 && age < LIFETIME_MS;
}
