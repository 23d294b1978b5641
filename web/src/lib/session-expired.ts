import { useSyncExternalStore } from 'react';
import { onSessionChange } from './session.ts';

const listeners = new Set<() => void>();
let isExpired = false;

/** True from the moment a session expires until the person has answered the question what to do. */
export function useSessionExpired(): boolean {
  return useSyncExternalStore(subscribe, () => isExpired);
}

/** Sets the flag by hand, or takes it back once the person has answered. */
export function setSessionExpired(expired: boolean): void {
  isExpired = expired;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

onSessionChange((change) => setSessionExpired(change === 'expired'));
