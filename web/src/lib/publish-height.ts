/** Keeps the CSS property `name` of the page at the height of `element` plus `more` pixels. Returns a stop function. */
export function publishHeight(element: HTMLElement, name: `--${string}`, more = 0): () => void {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty(name, `${element.offsetHeight + more}px`));
  observer.observe(element);
  return () => {
    observer.disconnect();
    style.removeProperty(name);
  };
}
