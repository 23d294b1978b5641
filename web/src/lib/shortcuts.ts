import { useEffect, useRef } from 'react';

/** Keys as typed (`n`, `/`, `?`) or two in a row (`g d`), and what each does. */
export type Shortcuts = Readonly<Record<string, () => void>>;

const SEQUENCE_MS = 1200;

/** Listens for `shortcuts` while mounted; never while the person types, holds a modifier or has a dialog open. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    let first = { key: '', at: 0 };
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return;
      const both = `${first.key} ${event.key}`;
      const inTime = event.timeStamp - first.at < SEQUENCE_MS;
      first = { key: event.key, at: event.timeStamp };
      const action = (inTime ? latest.current[both] : undefined) ?? latest.current[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('[data-modal], [role="menu"]')) return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
    !(target instanceof HTMLInputElement && /^(?:radio|checkbox|button)$/.test(target.type))
  );
}
