import { type RefObject, useLayoutEffect } from 'react';

/**
 * When `element` is removed together with the focused element, `before` gets the focus; without it, or if it is no
 * longer on the page, the main part of the page.
 */
export function useFocusAfterRemoval(element: RefObject<HTMLElement | null>, before?: RefObject<Element | null>): void {
  useLayoutEffect(() => {
    const { current } = element;
    return () => {
      // Runs before the element is removed from the page.
      if (!current?.contains(document.activeElement)) return;
      const earlier = before?.current;
      const next = earlier?.isConnected ? earlier : document.getElementById('main');
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    };
  }, [element, before]);
}
