import type { AnecdoteView } from '@anecdotes/contracts';
import { createStore } from '../lib/store.ts';
import { useStore } from '../lib/use-store.ts';

/** The revisions at which anecdotes were deleted on this page, by id. */
const store = createStore<ReadonlyMap<string, number>>(new Map());

/** Marks an anecdote as deleted on this page; remembered until the page is closed. */
export function markDeleted({ id, revision }: Pick<AnecdoteView, 'id' | 'revision'>): void {
  store.set(new Map(store.get()).set(id, revision));
}

/** Forgets that the anecdotes `ids` were deleted, since they were restored or erased. */
export function forgetDeletion(ids: readonly string[]): void {
  store.set(new Map([...store.get()].filter(([id]) => !ids.includes(id))));
}

/** Whether the anecdote `id`, last read at `revision`, was deleted on this page and not restored since, also elsewhere. */
export function useIsDeleted(id: string, revision = 0): boolean {
  const deletedAt = useStore(store).get(id);
  return deletedAt !== undefined && revision <= deletedAt;
}
