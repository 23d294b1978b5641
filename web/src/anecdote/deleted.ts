import { createStore } from '../lib/store.ts';
import { useStore } from '../lib/use-store.ts';

const store = createStore<ReadonlySet<string>>(new Set());

/** Marks the anecdotes `ids` as deleted on this page, or as restored; remembered until the page is closed. */
export function markDeleted(ids: readonly string[], isDeleted: boolean): void {
  const next = new Set(store.get());
  for (const id of ids) {
    if (isDeleted) next.add(id);
    else next.delete(id);
  }
  store.set(next);
}

/** Whether the anecdote `id` was deleted on this page and can be restored. */
export function useIsDeleted(id: string): boolean {
  return useStore(store).has(id);
}
