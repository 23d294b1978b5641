import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * When what has the focus is removed, such as a row of `list` or the button below it that loaded the last rows, the row
 * that is then in its place gets the focus. Returns the handlers of an element around both, or of each of them.
 */
export function useKeptFocus(list: RefObject<HTMLElement | null>) {
  const focused = useRef<{ element: Element; row: number }>(undefined);
  useLayoutEffect(() => {
    const rows = [...(list.current?.children ?? [])];
    if (!focused.current || focused.current.element.isConnected || document.activeElement !== document.body) return;
    const row = rows[Math.min(focused.current.row, rows.length - 1)];
    if (!(row instanceof HTMLElement)) return;
    row.tabIndex = -1;
    row.focus();
  });
  return {
    onFocus: ({ target, currentTarget }: FocusEvent) => {
      // A dialog that a row opens is elsewhere on the page.
      if (!currentTarget.contains(target)) return;
      const rows = [...(list.current?.children ?? [])];
      const row = rows.findIndex((each) => each.contains(target));
      focused.current = { element: target, row: row < 0 ? rows.length : row };
    },
    onBlur: () => {
      focused.current = undefined;
    },
  };
}
