import { useCallback, useRef, useState } from 'react';
import { useShortcuts } from '../../lib/shortcuts.ts';

/** Walks the `total` notes of a list by `j` and `k`; what is walked to is revealed and takes the focus. */
export function useWalk(total: number, reveal: (index: number) => void) {
  const [active, setActive] = useState(-1);
  const place = useRef(-1);
  const walk = (step: number) => {
    if (total === 0) return;
    place.current = Math.max(0, Math.min(total - 1, place.current + step));
    setActive(place.current);
    reveal(place.current);
  };
  useShortcuts({ j: () => walk(1), k: () => walk(-1) });
  return { active, release: useCallback(() => setActive(-1), []) };
}
