import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useShortcuts } from '../../lib/shortcuts.ts';

/**
 * Moves the focus among the `total` anecdotes of a list by `j` and `k` and reveals what takes it. The last one takes it
 * when the one that had the focus was deleted and no other has come up in its place.
 */
export function useRovingFocus(total: number, reveal: (index: number) => void) {
  const [active, setActive] = useState(-1);
  const position = useRef(-1);
  const focused = useRef(-1);
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
    const isGone = focused.current >= total && document.activeElement === document.body;
    if (isGone && total > 0) goTo(total - 1);
  });
  return {
    active,
    /** Goes from the anecdote that has the focus to the next or the one before. */
    step: (by: 1 | -1) => {
      if (focused.current >= 0) goTo(focused.current + by);
    },
    /** To be called when the focus comes to an anecdote, and when it leaves all of them. */
    enter: useCallback((index: number) => {
      focused.current = index;
      // An anecdote that is drawn anew as it comes into view again must not take the focus once more.
      setActive(-1);
    }, []),
    leave: useCallback(() => {
      focused.current = -1;
      setActive(-1);
    }, []),
  };
}
