import type { RefObject } from 'react';
import { useShortcuts } from '../../lib/shortcuts.ts';

/** Moves the focus among the notes below `root` by `j` and `k`. */
export function useWalk(root: RefObject<HTMLElement | null>): void {
  const walk = (step: number) => {
    const notes = [...(root.current?.querySelectorAll<HTMLElement>('[data-note]') ?? [])];
    const place = notes.findIndex((note) => note.contains(document.activeElement));
    notes[Math.max(0, Math.min(notes.length - 1, place + step))]?.focus();
  };
  useShortcuts({ j: () => walk(1), k: () => walk(-1) });
}
