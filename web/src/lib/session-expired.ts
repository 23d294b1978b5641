import { createStore } from './store.ts';

const store = createStore(false);

/** True from the moment a session expires until the person has answered the question what to do. */
export function useSessionExpired(): boolean {
  return store.use();
}

/** Sets the flag, or takes it back once the person has answered. */
export function setSessionExpired(expired: boolean): void {
  store.set(expired);
}
