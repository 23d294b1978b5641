import { flushSync } from 'react-dom';

/**
 * Runs `change`, which removes the start of the text in `area`, and keeps the caret where it was in the rest. Without it
 * the browser would move the caret to the end.
 */
export function keepCaret(area: HTMLTextAreaElement | null | undefined, change: () => void): void {
  if (!area || document.activeElement !== area) {
    change();
    return;
  }
  const { value, selectionStart, selectionEnd, selectionDirection } = area;
  flushSync(change);
  const moved = (position: number) => Math.max(0, position - (value.length - area.value.length));
  area.setSelectionRange(moved(selectionStart), moved(selectionEnd), selectionDirection);
}
