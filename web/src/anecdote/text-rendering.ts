import { createContext, useContext } from 'react';
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

/** False in a journal that anybody may write to: the links of its texts are shown as text, whoever wrote them. */
export const TrustsLinks = createContext(true);

/** Whether links and web addresses in texts can be clicked. */
export function useTextLinks(): boolean {
  const [isRendered] = useTextRendering();
  return useContext(TrustsLinks) && isRendered;
}

/** The start of any Markdown construct that is rendered; most texts match none. */
const markdownCharacters = /[*_`[\\]|<http|^ {0,3}(?:[-+>#]|\d{1,9}[.)])/m;

/** True if `text` may contain Markdown and the person wants texts rendered. */
export function mayHaveMarkdown(text: string): boolean {
  return markdownCharacters.test(text) && store().get();
}
