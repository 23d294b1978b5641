import { createStoredStore } from '../lib/store.ts';

const store = createStoredStore<boolean>(
  'render_texts',
  (text) => text !== 'no',
  (isOn) => (isOn ? null : 'no'),
);

/**
 * Whether texts are shown with their links and Markdown, or exactly as they were written, and how to change that;
 * remembered on this device.
 */
export function useTextRendering(): [boolean, (isOn: boolean) => void] {
  return [store.use(), store.set];
}

/** What Markdown begins with, as far as it is rendered: most texts have none of it. */
const signs = /[*_`[\\]|<http|^ {0,3}(?:[-+>#]|\d{1,9}[.)])/m;

/** True where `text` may hold Markdown, and texts are rendered. */
export function mayHaveMarkdown(text: string): boolean {
  return store.get() && signs.test(text);
}
