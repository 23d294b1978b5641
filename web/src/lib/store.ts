import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from './stored-value.ts';

/** A value that outlives the screens which follow it with `use`. */
export function createStore<Value>(initial: Value) {
  const listeners = new Set<() => void>();
  let current = initial;
  const get = () => current;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const set = (next: Value) => {
    current = next;
    for (const listener of listeners) listener();
  };
  return { get, set, subscribe, use: () => useSyncExternalStore(subscribe, get) };
}

/** A store whose value is kept under `key` on this device, also as other tabs change it. */
export function createStoredStore<Value>(
  key: string,
  parse: (text: string | null) => Value,
  stringify: (value: Value) => string | null,
) {
  const store = createStore(parse(readStored(key)));
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) store.set(parse(readStored(key)));
  });
  const set = (next: Value) => {
    writeStored(key, stringify(next));
    store.set(next);
  };
  return { ...store, set };
}
