import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { indexNear, type PagedList } from './listed.ts';

/**
 * Moves the focus among the anecdotes of the list `name` with `j` and `k` and scrolls to the focused one. When that is
 * deleted, the one in its place gets the focus, or the new last one.
 */
export function useRovingFocus(name: string, list: PagedList, reveal: (index: number) => void) {
  const { total } = list;
  const [active, setActive] = useState(-1);
  const position = useRef(-1);
  /** The anecdote that got the focus last; it has lost the focus while its row is out of view, and so not rendered. */
  const focused = useRef<{ index: number; id: string; hasFocus: boolean }>(undefined);
  const lastName = useRef(name);
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
    if (lastName.current !== name) {
      position.current = -1;
      focused.current = undefined;
    }
    lastName.current = name;
    if (!focused.current) return;
    const { index, id } = focused.current;
    const now = indexNear(list, id, index);
    const isOnBody = document.activeElement === document.body;
    if (now !== undefined) {
      position.current = now;
      focused.current = { index: now, id, hasFocus: !isOnBody };
    } else if (focused.current.hasFocus && isOnBody && total > 0 && (index >= total || list.at(index))) {
      goTo(index);
    }
  });
  return {
    active,
    /** Moves from the focused anecdote to the next or the previous one. */
    step: (by: 1 | -1) => {
      if (focused.current) goTo(focused.current.index + by);
    },
    /** To be called when an anecdote gets the focus; `leave` when no anecdote has it any more. */
    enter: useCallback((index: number, id: string) => {
      focused.current = { index, id, hasFocus: true };
      position.current = index;
      // Otherwise an anecdote that scrolls out of view and back would take the focus again when it is rendered.
      setActive(-1);
    }, []),
    leave: useCallback(() => {
      focused.current = undefined;
      setActive(-1);
    }, []),
  };
}
