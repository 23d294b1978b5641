import { type RefObject, useLayoutEffect, useState } from 'react';

type ElementOffset = { top: number; width: number; bar: number };

/** The offset of the last list. The next one usually has the same, so that it can render its rows at once. */
let last: ElementOffset = { top: 0, width: 0, bar: 0 };

/** Where an element begins on the page, its width, and the height of the bar over the top of the window, in pixels. */
export function useElementOffset(element: RefObject<HTMLElement | null>): ElementOffset {
  const [offset, setOffset] = useState<ElementOffset>(last);
  useLayoutEffect(() => {
    const measure = () => {
      if (!element.current) return;
      const rect = element.current.getBoundingClientRect();
      const next = {
        top: Math.round(rect.top + window.scrollY),
        width: rect.width,
        bar: Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--bar')) || 0,
      };
      last = next;
      setOffset((before) => (before.top === next.top && before.width === next.width ? before : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return offset;
}
