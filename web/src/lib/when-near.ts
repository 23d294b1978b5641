/**
 * Calls `run` once, when `element` is in the window or at most `margin` (such as `300px`) away from it. Returns a
 * function that stops waiting for that.
 */
export function whenNear(element: Element, margin: string, run: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      // On a busy page several changes arrive together, the newest last.
      if (!entries.at(-1)?.isIntersecting) return;
      observer.disconnect();
      run();
    },
    { rootMargin: margin },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
