/** How far a message stays away from what has the focus, in pixels. */
const GAP = 8;

/**
 * Marks `area`, while it shows something, with `data-above` as long as it would lie over the element that has the focus
 * at the bottom of the window and not at the top. Returns how to stop.
 */
export function keepClearOfFocus(area: HTMLElement): () => void {
  const place = () => {
    const shown = area.querySelector('[role$="dialog"]');
    const focused = document.activeElement;
    if (!shown || !focused || focused === document.body || area.contains(focused)) return;
    area.removeAttribute('data-above');
    if (!overlaps(shown, focused)) return;
    area.toggleAttribute('data-above', true);
    if (overlaps(shown, focused)) area.removeAttribute('data-above');
  };
  let frame = 0;
  const placeSoon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(place);
  };
  const sizes = new ResizeObserver(place);
  sizes.observe(area);
  document.addEventListener('focusin', placeSoon);
  window.addEventListener('scroll', placeSoon, { capture: true, passive: true });
  return () => {
    cancelAnimationFrame(frame);
    sizes.disconnect();
    document.removeEventListener('focusin', placeSoon);
    window.removeEventListener('scroll', placeSoon, { capture: true });
  };
}

function overlaps(shown: Element, focused: Element): boolean {
  const [one, other] = [shown.getBoundingClientRect(), focused.getBoundingClientRect()];
  const isBeside = one.right <= other.left - GAP || one.left >= other.right + GAP;
  return !isBeside && one.bottom > other.top - GAP && one.top < other.bottom + GAP;
}
