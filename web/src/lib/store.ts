import { readStored, writeStored } from './stored-value.ts';

export type Store<Value> = {
  get: () => Value;
  set: (next: Value) => void;
  /** Calls the given function after every change. Returns how to stop. */
  subscribe: (listener: () => void) => () => void;
};

/** A value that outlives the screens which follow it with `useStore`; nothing here needs React. */
export function createStore<Value>(initial: Value): Store<Value> {
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
  return { get, set, subscribe };
}

/** A store whose value is kept under `key` on this device, also as other tabs change it. */
export function createStoredStore<Value>(
  key: string,
  parse: (text: string | null) => Value,
  stringify: (value: Value) => string | null,
): Store<Value> {
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
