import { createStoredStore } from '../lib/store.ts';
import { useStore } from '../lib/use-store.ts';

const store = createStoredStore<boolean>(
  'show_maps',
  (text) => text === 'yes',
  (isShown) => (isShown ? 'yes' : null),
);

/** Whether cards show maps (off by default), and a function that changes it; stored on this device. */
export function useShowMaps(): [boolean, (isShown: boolean) => void] {
  return [useStore(store), store.set];
}
