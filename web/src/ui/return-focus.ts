import type { AnyRouter } from '@tanstack/react-router';

/** The anecdote whose card had the focus when an entry of the tab's history was left, by the key of the entry. */
const leftCards = new Map<string, string>();

/**
 * Remembers which card has the focus whenever a screen is left, and gives it the focus again when the person goes back
 * to that screen. Returns a function that stops it.
 */
export function returnFocusToCards(router: AnyRouter): () => void {
  let waiting: AbortController | undefined;
  const stops = [
    router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
      if (!pathChanged) return;
      waiting?.abort();
      const card = document.activeElement?.closest<HTMLElement>('[data-anecdote]')?.dataset.anecdote;
      const entry = fromLocation?.state.__TSR_key;
      if (entry === undefined) return;
      if (card === undefined) leftCards.delete(entry);
      else leftCards.set(entry, card);
    }),
    router.subscribe('onRendered', ({ toLocation, pathChanged }) => {
      const card = leftCards.get(toLocation.state.__TSR_key ?? '');
      if (!pathChanged || card === undefined) return;
      waiting = new AbortController();
      focusWhenShown(card, waiting.signal);
    }),
  ];
  return () => {
    waiting?.abort();
    for (const stop of stops) stop();
  };
}

/**
 * Focuses the card of the anecdote `id` once it is on the page, unless the person does something before that or
 * `signal` is aborted.
 */
export function focusWhenShown(id: string, signal?: AbortSignal): void {
  const found = new AbortController();
  const look = () => {
    const card = document.querySelector<HTMLElement>(`main [data-anecdote="${CSS.escape(id)}"]`);
    if (!card) return;
    found.abort();
    card.focus();
  };
  look();
  if (found.signal.aborted) return;
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  const over = AbortSignal.any(signal ? [signal, found.signal] : [found.signal]);
  over.addEventListener('abort', () => observer.disconnect());
  for (const type of ['keydown', 'pointerdown', 'wheel']) {
    window.addEventListener(type, () => found.abort(), { signal: over, passive: true });
  }
}
