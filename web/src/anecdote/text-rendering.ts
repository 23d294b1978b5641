import { createStoredStore } from '../lib/store.ts';
import { useStore } from '../lib/use-store.ts';

let made: ReturnType<typeof createStoredStore<boolean>> | undefined;

/** Created on first use: for most texts, which have no markup, the setting of the device is never needed. */
function store() {
  made ??= createStoredStore<boolean>(
    'render_texts',
    (text) => text !== 'no',
    (isOn) => (isOn ? null : 'no'),
  );
  return made;
}

/**
 * Whether texts are shown with links and Markdown or exactly as written, and a function that changes it; stored on this
 * device.
 */
export function useTextRendering(): [boolean, (isOn: boolean) => void] {
  return [useStore(store()), store().set];
}

/** The start of any Markdown construct that is rendered; most texts match none. */
const markdownCharacters = /[*_`[\\]|<http|^ {0,3}(?:[-+>#]|\d{1,9}[.)])/m;

/** True if `text` may contain Markdown and the person wants texts rendered. */
export function mayHaveMarkdown(text: string): boolean {
  return markdownCharacters.test(text) && store().get();
}
