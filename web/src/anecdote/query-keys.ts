import { journalKey, pastKey } from '../lib/query-client.ts';

/** `key`, or the key of the same read of the past journal at `asOf`, which changes do not invalidate. */
export function keyAt<const Key extends readonly unknown[]>(asOf: string | undefined, key: Key) {
  return asOf === undefined ? key : ([...pastKey, asOf, ...key] as const);
}

/** Key of the anecdote `id` by itself. */
export function anecdoteKey(id: string) {
  return [...journalKey, 'anecdote', id] as const;
}

/** Key of every cached page of anecdotes, whatever its filter. */
export const pagesKey = [...journalKey, 'anecdote-pages'] as const;
/** Key of every linked timeline. */
export const timelineKey = [...journalKey, 'timeline'] as const;
/** Key of every list that is loaded newest first and cached as a whole. */
export const loadedSoFarKey = [...journalKey, 'loaded-so-far'] as const;

/** Key of every page of the filter `name` (see `filterName`). */
export function pagesOfKey(name: string) {
  return [...pagesKey, name] as const;
}

/** Key of a page, counted from 0, of the filter `name`. */
export function pageKey(name: string, page: number) {
  return [...pagesOfKey(name), page] as const;
}

/** Key of the counts per month of the filter `name`. */
export function monthsKey(name: string) {
  return [...journalKey, 'anecdote-months', name] as const;
}
