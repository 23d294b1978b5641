import { useSyncExternalStore } from 'react';
import type { Store } from './store.ts';

/** The current value of `store`; renders again when it changes. */
export function useStore<Value>({ subscribe, get }: Store<Value>): Value {
  return useSyncExternalStore(subscribe, get, get);
}
