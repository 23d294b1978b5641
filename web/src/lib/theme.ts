import { createStoredStore } from './store.ts';
import { useStore } from './use-store.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const store = createStoredStore<Theme>(
  'theme',
  (text) => themes.find((theme) => theme === text) ?? 'system',
  (theme) => (theme === 'system' ? null : theme),
);

/** The chosen theme and how to choose another; the choice is remembered on this device. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useStore(store), store.set];
}

// The script in the page's head applies it.
store.subscribe(() => window.dispatchEvent(new CustomEvent('theme', { detail: store.get() })));
