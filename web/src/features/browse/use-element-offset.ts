import { type RefObject, useLayoutEffect, useState } from 'react';
import { type ElementOffset, keptLayout } from './kept-layout.ts';

/** The offset of the last list. The next one usually has the same, so that it can render its rows at once. */
let last = keptLayout?.offset ?? { top: 0, width: 0, bar: 0, below: 0 };

/** The offset of an element; renders again when it changes. */
export function useElementOffset(element: RefObject<HTMLElement | null>): ElementOffset {
  const [offset, setOffset] = useState<ElementOffset>(last);
  useLayoutEffect(() => {
    const measure = () => {
      if (!element.current) return;
      const rect = element.current.getBoundingClientRect();
      const page = getComputedStyle(document.documentElement);
      const next = {
        top: Math.round(rect.top + window.scrollY),
        width: rect.width,
        bar: Number.parseFloat(page.getPropertyValue('--bar')) || 0,
        below: Number.parseFloat(page.scrollPaddingBlockEnd) || 0,
      };
      last = next;
      const isSame = (before: ElementOffset) =>
        before.top === next.top && before.width === next.width && before.below === next.below;
      setOffset((before) => (isSame(before) ? before : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return offset;
}
