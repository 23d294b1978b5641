import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** Puts the focus on the heading of the page that was navigated to; reads out its title where the focus stays. */
export function RouteAnnouncer() {
  const router = useRouter();
  const [title, setTitle] = useState('');
  useEffect(() => {
    let before: Element | null = null;
    const stops = [
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

/** False where something else keeps the focus, or there is no heading. `before` had it before the navigation. */
export function focusHeading(before: Element | null = null): boolean {
  const { activeElement: current } = document;
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading || (current && current !== document.body && keepsFocus(current, before))) return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}

function keepsFocus(current: Element, before: Element | null): boolean {
  if (current.closest('[data-modal]')) return true;
  // The new page has set the focus itself; outside of it only a field is kept, which somebody may be typing into.
  return current.closest('main') ? current !== before && current.id !== 'main' : current.matches('input, textarea');
}
