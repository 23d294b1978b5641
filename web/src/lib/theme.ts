import { createStore } from './store.ts';
import { readStored, writeStored } from './stored-value.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const store = createStore(stored());

/** The chosen theme and how to choose another; the choice is remembered on this device. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [store.use(), choose];
}

function stored(): Theme {
  const theme = readStored('theme');
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

function choose(theme: Theme): void {
  writeStored('theme', theme === 'system' ? null : theme);
  apply();
}

/** The script in the page's head shows it. */
function apply(): void {
  const theme = stored();
  window.dispatchEvent(new CustomEvent('theme', { detail: theme }));
  store.set(theme);
}

window.addEventListener('storage', (event) => {
  if (event.key === 'theme') apply();
});
