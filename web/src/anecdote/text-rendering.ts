import { createStoredStore } from '../lib/store.ts';
import { useStore } from '../lib/use-store.ts';

let made: ReturnType<typeof createStoredStore<boolean>> | undefined;

/** Made when it is first needed: most texts are told to have no signs without a device to ask. */
function store() {
  made ??= createStoredStore<boolean>(
    'render_texts',
    (text) => text !== 'no',
    (isOn) => (isOn ? null : 'no'),
  );
  return made;
}

/**
 * Whether texts are shown with their links and Markdown, or exactly as they were written, and how to change that;
 * remembered on this device.
 */
export function useTextRendering(): [boolean, (isOn: boolean) => void] {
  return [useStore(store()), store().set];
}

/** What Markdown begins with, as far as it is rendered: most texts have none of it. */
const signs = /[*_`[\\]|<http|^ {0,3}(?:[-+>#]|\d{1,9}[.)])/m;

/** True where `text` may hold Markdown, and texts are rendered. */
export function mayHaveMarkdown(text: string): boolean {
  return signs.test(text) && store().get();
}
