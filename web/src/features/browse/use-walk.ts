import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useShortcuts } from '../../lib/shortcuts.ts';

/**
 * Walks the `total` notes of `list` by `j` and `k`; what is walked to is revealed and takes the focus. So does the last
 * note when the one that had the focus is gone and no other has come up in its place.
 */
export function useWalk(list: RefObject<HTMLElement | null>, total: number, reveal: (index: number) => void) {
  const [active, setActive] = useState(-1);
  const place = useRef(-1);
  const holdsFocus = useRef(false);
  const goTo = (index: number) => {
    place.current = Math.max(0, Math.min(total - 1, index));
    setActive(place.current);
    reveal(place.current);
  };
  const walk = (step: number) => {
    if (total > 0) goTo(place.current + step);
  };
  useShortcuts({ j: () => walk(1), k: () => walk(-1) });

  const totalBefore = useRef(total);
  useLayoutEffect(() => {
    const isLost = holdsFocus.current && !list.current?.contains(document.activeElement);
    if (isLost) holdsFocus.current = false;
    // A note that was only scrolled out of sight is not called back.
    if (isLost && total < totalBefore.current) goTo(total - 1);
    totalBefore.current = total;
  });

  return {
    active,
    release: useCallback(() => setActive(-1), []),
    /** For the list: whether the focus is in it. React tells of no blur when it takes away what has the focus. */
    focus: {
      onFocus: () => {
        holdsFocus.current = true;
      },
      onBlur: () => {
        holdsFocus.current = false;
      },
    },
  };
}
