/** Passes the keyboard focus from `button`, which is about to disappear, to `next`; nothing if a pointer pressed it. */
export function passFocus(button: Element | null | undefined, next: Element | null | undefined): void {
  if (button?.matches(':focus-visible') && next instanceof HTMLElement) next.focus();
}
