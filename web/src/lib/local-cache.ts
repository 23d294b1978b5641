import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { isShown, knownPosition, requirePosition } from './position.ts';
import { accountId, onSessionChange, token } from './session.ts';
import { parseStored, readStored, readTabStored, writeStored, writeTabStored } from './stored-value.ts';

const CACHE = 'cache';
/** The account and position of the last change, shared by all tabs: older reads are not cached. */
const CHANGED = 'cache_since';
const LIFETIME_MS = 5 * 60_000;
const MAX_ENTRIES = 12;
/** In characters; the storage of a tab holds about five million. */
const MAX_ENTRY_LENGTH = 300_000;

type Entry = { key: QueryKey; data: unknown; at: number };

/** The stored cache: reads of one person by one build of the app, none of them older than the position `lastChange`. */
type Cache = { build: string; account: string; lastChange: string; entries: Entry[] };

/**
 * Marks a query whose answers are cached for 5 minutes, so that a reload shows them at once. They are in the storage of
 * their tab, which the browser deletes when the tab is closed; no code of the app could do that.
 */
export const keptOnDevice = { meta: { keptOnDevice: true } } as const;

let build = '';
let expiry: ReturnType<typeof setTimeout> | undefined;

/**
 * Restores the cached answers of the person who is logged in into `queries`, marked as stale, and caches new answers.
 * `ofBuild` names the build of the app: answers cached by another build may have another shape, and are dropped.
 */
export function startLocalCache(queries: QueryClient, ofBuild: string): void {
  build = ofBuild;
  // Earlier builds stored the cache for all tabs.
  writeStored(CACHE, null);
  restore(queries);
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || !event.query.meta?.keptOnDevice) return;
    const { query, action } = event;
    if (action.type === 'success' && !action.manual) storeEntry(query);
  });
  onSessionChange((change) => {
    if (change !== 'resumed') clearLocalCache();
  });
}

/**
 * For a page that does not use the cache: deletes it after 5 minutes, and when the session ends or is replaced by
 * another person's. Returns a function that stops it.
 */
export function expireLocalCache(): () => void {
  const drop = () => writeTabStored(CACHE, null);
  const timer = setTimeout(drop, LIFETIME_MS);
  const stopListening = onSessionChange((change) => {
    if (change !== 'resumed') drop();
  });
  return () => {
    clearTimeout(timer);
    stopListening();
  };
}

/** Empties the cache after a change; no tab may keep anything that was read before it. */
export function clearLocalCache(): void {
  const [known, before] = [knownPosition() ?? '0', lastChange()];
  const newest = BigInt(known) > BigInt(before) ? known : before;
  writeStored(CHANGED, token() === null ? null : `${accountId()} ${newest}`);
  write([]);
}

window.addEventListener('storage', ({ key }) => {
  if (key === CHANGED) write([]);
});

function restore(queries: QueryClient): void {
  const entries = freshEntries();
  write(entries);
  if (entries.length > 0) requirePosition(lastChange());
  for (const { key, data, at } of entries) {
    queries.setQueryData(key, data, { updatedAt: at });
    void queries.invalidateQueries({ queryKey: key, exact: true, refetchType: 'none' });
  }
}

function storeEntry({ queryKey: key, state }: Query): void {
  // Another tab may know of a change that this answer does not contain yet.
  if (token() === null || !isShown(lastChange())) return;
  const others = freshEntries().filter((entry) => JSON.stringify(entry.key) !== JSON.stringify(key));
  const entry = { key, data: state.data, at: state.dataUpdatedAt };
  write(JSON.stringify(entry).length > MAX_ENTRY_LENGTH ? others : [entry, ...others].slice(0, MAX_ENTRIES));
}

function write(entries: Entry[]): void {
  clearTimeout(expiry);
  const cache: Cache = { build, account: accountId(), lastChange: lastChange(), entries };
  writeTabStored(CACHE, entries.length === 0 ? null : JSON.stringify(cache));
  if (entries.length === 0) return;
  const first = Math.min(...entries.map(({ at }) => at));
  expiry = setTimeout(() => write(freshEntries()), first + LIFETIME_MS - Date.now());
}

/** The cached entries without those of another person or build, from before the last change, too old or malformed. */
function freshEntries(): Entry[] {
  const cache = parseStored(readTabStored(CACHE)) as Cache | null;
  const isMine = cache?.build === build && cache.account === accountId() && token() !== null;
  return isMine && cache.lastChange === lastChange() && Array.isArray(cache.entries)
    ? cache.entries.filter(isFresh)
    : [];
}

/** The position of the last change of this person's journal that a tab of this browser knows of. */
function lastChange(): string {
  const [account, position] = readStored(CHANGED)?.split(' ') ?? [];
  return account === accountId() && position !== undefined && /^\d+$/.test(position) ? position : '0';
}

function isFresh({ at }: { at: number }): boolean {
  const age = Date.now() - at;
  return age >= 0 && age < LIFETIME_MS;
}
