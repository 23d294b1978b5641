import { useEffect } from 'react';

/** Focuses the main part of the page when the component is removed together with the focused element. */
export function useFocusAfterRemoval(): void {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
    },
    [],
  );
}
