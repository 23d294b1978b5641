import { useSyncExternalStore } from 'react';
import type { Store } from './store.ts';

/** The value of `store`, as it changes. */
export function useStore<Value>({ subscribe, get }: Store<Value>): Value {
  return useSyncExternalStore(subscribe, get, get);
}
