import { createStore } from '../lib/store.ts';

/** For which anecdote the chooser of what it continues was opened last, and whether it still is. */
export const chooser = createStore<{ id: string; isOpen: boolean } | undefined>(undefined);

/** Opens the chooser of what the anecdote `id` continues. */
export function openConnect(id: string): void {
  chooser.set({ id, isOpen: true });
}
