import { isoDay } from './format.ts';
import { createStore } from './store.ts';

const CHECK_EVERY_MS = 60_000;

/** The person's present day, as YYYY-MM-DD. */
export const today = createStore(isoDay(new Date()));

/**
 * Keeps `today` up to date while a page stays open, also overnight on a phone, and calls `onNewDay` when it changes.
 * Returns a function that stops it.
 */
export function followDay(onNewDay: () => void): () => void {
  const check = () => {
    const day = isoDay(new Date());
    if (day === today.get()) return;
    today.set(day);
    onNewDay();
  };
  check();
  const timer = setInterval(check, CHECK_EVERY_MS);
  document.addEventListener('visibilitychange', check);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', check);
  };
}
