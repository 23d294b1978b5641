import { type RefObject, useEffect } from 'react';
import { isComposing } from '../lib/is-composing.ts';

/** While `isFull`, everything around the element except messages is inert, and Escape calls `onEnd`. */
export function useFullWindow(element: RefObject<HTMLElement | null>, isFull: boolean, onEnd: () => void): void {
  useEffect(() => {
    if (!isFull || !element.current) return;
    const hidden = aroundOf(element.current).filter((other) => !other.inert && !other.querySelector('[role="dialog"]'));
    for (const other of hidden) other.inert = true;
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isComposing(event)) onEnd();
    };
    window.addEventListener('keydown', press);
    document.documentElement.style.overflow = 'hidden';
    return () => {
      for (const other of hidden) other.inert = false;
      window.removeEventListener('keydown', press);
      document.documentElement.style.overflow = '';
    };
  }, [element, isFull, onEnd]);
}

/** The siblings of `element` and of its ancestors, up to the app's root; messages are outside of the root. */
function aroundOf(element: HTMLElement): HTMLElement[] {
  const around: HTMLElement[] = [];
  for (let inside = element; inside.parentElement && inside.id !== 'root'; inside = inside.parentElement) {
    for (const other of inside.parentElement.children) {
      if (other !== inside && other instanceof HTMLElement) around.push(other);
    }
  }
  return around;
}
