import { type RefObject, useLayoutEffect } from 'react';

/** Focuses the main part of the page when `element` is removed together with the focused element. */
export function useFocusAfterRemoval(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = element;
    return () => {
      // Runs before the element is removed from the page.
      if (current?.contains(document.activeElement)) document.getElementById('main')?.focus({ preventScroll: true });
    };
  }, [element]);
}
