import { type RefObject, useLayoutEffect } from 'react';

/** Passes the keyboard focus from `button`, which is about to disappear, to `next`; nothing if a pointer pressed it. */
export function passFocus(button: Element | null | undefined, next: Element | null | undefined): void {
  if (button?.matches(':focus-visible') && next instanceof HTMLElement) next.focus();
}

/**
 * When `element`, a part of a form, is removed with the keyboard focus in it, the text of the form gets the focus.
 * `onPassed` is called after that; it must be the same function in every render.
 */
export function usePassFocusToText(element: RefObject<HTMLElement | null>, onPassed?: () => void): void {
  useLayoutEffect(() => {
    const { current } = element;
    return () => {
      // Runs before the element is removed from the page.
      if (!current?.contains(document.activeElement)) return;
      passFocus(document.activeElement, current.closest('form')?.querySelector('textarea'));
      onPassed?.();
    };
  }, [element, onPassed]);
}
