import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useShortcuts } from '../../lib/shortcuts.ts';

/**
 * Walks the `total` notes of a list by `j` and `k`; what is walked to is revealed and takes the focus. So does the last
 * note when the one that had the focus was deleted and no other has come up in its place.
 */
export function useWalk(total: number, reveal: (index: number) => void) {
  const [active, setActive] = useState(-1);
  const place = useRef(-1);
  const focused = useRef(-1);
  const goTo = (index: number) => {
    place.current = Math.max(0, Math.min(total - 1, index));
    setActive(place.current);
    reveal(place.current);
  };
  const walk = (step: number) => {
    if (total > 0) goTo(place.current + step);
  };
  useShortcuts({ j: () => walk(1), k: () => walk(-1) });
  useLayoutEffect(() => {
    const isGone = focused.current >= total && document.activeElement === document.body;
    if (isGone && total > 0) goTo(total - 1);
  });
  return {
    active,
    /** Goes from the note that has the focus to the next or the one before. */
    step: (by: 1 | -1) => {
      if (focused.current >= 0) goTo(focused.current + by);
    },
    /** To be called when the focus comes to a note, and when it leaves all of them. */
    enter: (index: number) => {
      focused.current = index;
      // A note that is drawn anew as it comes into view again must not take the focus once more.
      setActive(-1);
    },
    leave: useCallback(() => {
      focused.current = -1;
      setActive(-1);
    }, []),
  };
}
