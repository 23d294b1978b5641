import { createStore } from '../lib/store.ts';
import { useStore } from '../lib/use-store.ts';

const store = createStore<ReadonlySet<string>>(new Set());

/** Remembers that the anecdotes `ids` were deleted here, or are there again, as long as the page is open. */
export function markDeleted(ids: readonly string[], isDeleted: boolean): void {
  const next = new Set(store.get());
  for (const id of ids) {
    if (isDeleted) next.add(id);
    else next.delete(id);
  }
  store.set(next);
}

/** Whether the anecdote `id` was deleted here and can be restored. */
export function useIsDeleted(id: string): boolean {
  return useStore(store).has(id);
}
