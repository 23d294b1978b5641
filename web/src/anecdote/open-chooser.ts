import { createStore } from '../lib/store.ts';

/** The anecdote for which the connect dialog was last opened, and whether the dialog is open. */
export const chooser = createStore<{ id: string; isOpen: boolean } | undefined>(undefined);

/** Opens the dialog to choose what the anecdote `id` continues. */
export function openConnect(id: string): void {
  chooser.set({ id, isOpen: true });
}

/** Closes the dialog, if it is open. */
export function closeConnect(): void {
  const current = chooser.get();
  if (current?.isOpen) chooser.set({ ...current, isOpen: false });
}
