import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { returnFocusToCards } from './return-focus.ts';

/**
 * After a navigation, focuses the card that was left, or the heading of the new page; announces its title if the focus
 * stays elsewhere.
 */
export function RouteAnnouncer() {
  const router = useRouter();
  const [title, setTitle] = useState('');
  useEffect(() => {
    let before: Element | null = null;
    const stops = [
      returnFocusToCards(router),
      router.subscribe('onBeforeNavigate', () => {
        before = document.activeElement;
      }),
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) setTitle(focusHeading(before) ? '' : document.title);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [router]);
  return (
    <p className="visually-hidden" aria-live="polite">
      {title}
    </p>
  );
}

/** Focuses the heading; false if there is none or something else keeps the focus. `before` had it on the old page. */
export function focusHeading(before: Element | null = null): boolean {
  const { activeElement: current } = document;
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading || (current && current !== document.body && keepsFocus(current, before))) return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}

/** Focuses the text of a new page, its caret at the end, unless the focus was moved since the page was opened. */
export function focusText(text: HTMLTextAreaElement | null): void {
  if (!text || !document.activeElement?.matches('body, main, main h1')) return;
  text.setSelectionRange(text.value.length, text.value.length);
  text.focus();
}

function keepsFocus(current: Element, before: Element | null): boolean {
  if (current.closest('[data-modal]')) return true;
  // In `main`, the new page has set the focus itself. Outside, only a field keeps it: somebody may be typing into it.
  return current.closest('main') ? current !== before && current.id !== 'main' : current.matches('input, textarea');
}
