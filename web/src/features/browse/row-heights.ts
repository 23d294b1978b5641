import type { VirtualItem, Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { type ElementOffset, keepLayout, keptLayout } from './kept-layout.ts';

/** How many lists have their row heights cached. */
const MAX_CACHED = 4;
const cache = new Map(keptLayout && [[keptLayout.name, keptLayout.rows]]);

/** The heights that the rows of the list `name` had when it was shown last. */
export function cachedHeights(name: string): VirtualItem[] {
  return (cache.get(name) ?? []) as VirtualItem[];
}

/** Caches the measured row heights of the list `name`, which is drawn in `element`, and applies those cached before. */
export function useCachedHeights(
  virtualizer: Virtualizer<Window, Element>,
  { name, offset, element }: { name: string; offset: ElementOffset; element: RefObject<HTMLElement | null> },
): void {
  // Before the heights of another list replace those of this one.
  useLayoutEffect(() => {
    const heights = () => [...virtualizer.itemSizeCache].map(([key, size]) => ({ key, size }));
    const keep = () => keepLayout({ offset, name, rows: heights() });
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      cache.delete(name);
      cache.set(name, heights());
      for (const oldest of cache.keys()) if (cache.size > MAX_CACHED) cache.delete(oldest);
    };
  }, [offset, name, virtualizer]);
  const lastName = useRef(name);
  useLayoutEffect(() => {
    if (lastName.current !== name) {
      virtualizer.measure();
      for (const { key, size } of cachedHeights(name)) virtualizer.itemSizeCache.set(key, size);
      // Computes the new estimates, which is only done on demand. `resizeItem` compares row sizes with them.
      virtualizer.getTotalSize();
      // A row that stays mounted with the same height is not measured again and would keep the estimated height.
      for (const row of element.current?.querySelectorAll<HTMLElement>('[data-index]') ?? []) {
        virtualizer.resizeItem(Number(row.dataset.index), row.offsetHeight);
      }
    }
    lastName.current = name;
  }, [name, virtualizer, element]);
}
