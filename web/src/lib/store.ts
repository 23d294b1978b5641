import { readStored, writeStored } from './stored-value.ts';

export type Store<Value> = {
  get: () => Value;
  set: (next: Value) => void;
  /** Calls `listener` after every change. Returns a function that removes it. */
  subscribe: (listener: () => void) => () => void;
};

/** A value that outlives the components that read it with `useStore`; does not depend on React. */
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

/** A store whose value is kept under `key` in local storage, and follows changes made in other tabs. */
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
