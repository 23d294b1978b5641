import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useShortcuts } from '../../lib/shortcuts.ts';

/**
 * Moves the focus among the `total` anecdotes of the list `name` with `j` and `k` and scrolls to the focused one. When it
 * is deleted and there is none after it, the new last one gets the focus.
 */
export function useRovingFocus(name: string, total: number, reveal: (index: number) => void) {
  const [active, setActive] = useState(-1);
  const position = useRef(-1);
  const focused = useRef(-1);
  const list = useRef(name);
  const goTo = (index: number) => {
    position.current = Math.max(0, Math.min(total - 1, index));
    setActive(position.current);
    reveal(position.current);
  };
  const move = (step: number) => {
    if (total > 0) goTo(position.current + step);
  };
  useShortcuts({ j: () => move(1), k: () => move(-1) });
  useLayoutEffect(() => {
    // The anecdote of the previous list was not deleted, and this list begins anew.
    if (list.current !== name) position.current = focused.current = -1;
    list.current = name;
    const isGone = focused.current >= total && document.activeElement === document.body;
    if (isGone && total > 0) goTo(total - 1);
  });
  return {
    active,
    /** Moves from the focused anecdote to the next or the previous one. */
    step: (by: 1 | -1) => {
      if (focused.current >= 0) goTo(focused.current + by);
    },
    /** To be called when an anecdote gets the focus; `leave` when no anecdote has it any more. */
    enter: useCallback((index: number) => {
      focused.current = index;
      position.current = index;
      // Otherwise an anecdote that scrolls out of view and back would take the focus again when it is rendered.
      setActive(-1);
    }, []),
    leave: useCallback(() => {
      focused.current = -1;
      setActive(-1);
    }, []),
  };
}
