/** The minimum distance between a message and the focused element, in pixels. */
const GAP = 8;
/** A message may cover a part of elements taller than this (in pixels), such as a diagram with keyboard navigation. */
const HIGHEST_CONTROL = 240;

/**
 * Sets `data-above` on `area` while its message would cover the focused element at the bottom of the window, but not at
 * the top. Returns a function that stops it.
 */
export function keepClearOfFocus(area: HTMLElement): () => void {
  const arrange = () => {
    const shown = area.querySelector('[role$="dialog"]');
    const focused = document.activeElement;
    if (!shown || !focused || focused === document.body || area.contains(focused)) return;
    area.removeAttribute('data-above');
    const isControl = focused.getBoundingClientRect().height <= HIGHEST_CONTROL;
    if (!isControl || !overlaps(shown, focused)) return;
    area.toggleAttribute('data-above', true);
    if (overlaps(shown, focused)) area.removeAttribute('data-above');
  };
  let frame = 0;
  const arrangeSoon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(arrange);
  };
  const sizes = new ResizeObserver(arrange);
  sizes.observe(area);
  document.addEventListener('focusin', arrangeSoon);
  window.addEventListener('scroll', arrangeSoon, { capture: true, passive: true });
  return () => {
    cancelAnimationFrame(frame);
    sizes.disconnect();
    document.removeEventListener('focusin', arrangeSoon);
    window.removeEventListener('scroll', arrangeSoon, { capture: true });
  };
}

function overlaps(shown: Element, focused: Element): boolean {
  const [one, other] = [shown.getBoundingClientRect(), focused.getBoundingClientRect()];
  const isBeside = one.right <= other.left - GAP || one.left >= other.right + GAP;
  return !isBeside && one.bottom > other.top - GAP && one.top < other.bottom + GAP;
}
