import { useEffectEvent, useLayoutEffect } from 'react';
import { createStoredStore } from './store.ts';
import { useStore } from './use-store.ts';

/** Actions by their keys: as typed (`n`, `/`, `?`), two in a row (`g d`), or held with Ctrl or Cmd (`mod k`). */
export type Shortcuts = Readonly<Record<string, () => void>>;

const SEQUENCE_MS = 1200;
/** The keys whose actions are repeated while they are held down. */
const repeated = /^[jk]$/;

const singleKeys = createStoredStore(
  'single_key_shortcuts',
  (text) => text !== 'off',
  (isOn) => (isOn ? null : 'off'),
);

/** Whether shortcuts without Ctrl or Cmd are on, and a function that switches them; stored on this device. */
export function useSingleKeys(): [boolean, (isOn: boolean) => void] {
  return [useStore(singleKeys), singleKeys.set];
}

/**
 * Listens for `shortcuts` while mounted, but not while a dialog or menu is open. Those without Ctrl or Cmd are ignored
 * while the person types, and if they are switched off.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const actionOf = useEffectEvent((keys: string) => shortcuts[keys]);
  // Before the screen is painted: a key that is pressed as soon as its action can be seen is not lost.
  useLayoutEffect(() => {
    let first = { key: '', at: 0 };
    const listen = (event: KeyboardEvent) => {
      const held = event.ctrlKey || event.metaKey;
      if (event.defaultPrevented || event.altKey || isCovered()) return;
      if (event.repeat && !repeated.test(event.key)) return;
      if (!held && (!singleKeys.get() || isTyping(event.target))) return;
      const before = !held && event.timeStamp - first.at < SEQUENCE_MS ? `${first.key} ${event.key}` : '';
      first = { key: held ? '' : event.key, at: event.timeStamp };
      const action = actionOf(before) ?? actionOf(held ? `mod ${letterOf(event)}` : event.key);
      if (!action) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

/** The letter of a key, also with Caps Lock, and on a keyboard of another script that of its place. */
function letterOf({ key, code, shiftKey }: KeyboardEvent): string {
  if (shiftKey) return key;
  return (/^[^\p{ASCII}]$/u.test(key) ? code.replace(/^Key/, '') : key).toLowerCase();
}

function isCovered(): boolean {
  return document.querySelector('[data-modal], [role="menu"]') !== null;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
    !(target instanceof HTMLInputElement && /^(?:radio|checkbox|button)$/.test(target.type))
  );
}
