import { createStoredStore } from '../lib/store.ts';
import { useStore } from '../lib/use-store.ts';

const store = createStoredStore<boolean>(
  'show_maps',
  (text) => text === 'yes',
  (isShown) => (isShown ? 'yes' : null),
);

/** Whether cards show maps, and how to change that; no until somebody asks for them, and remembered on this device. */
export function useShowMaps(): [boolean, (isShown: boolean) => void] {
  return [useStore(store), store.set];
}
