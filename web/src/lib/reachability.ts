import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

// Calls alone tell whether the service answers: a browser without a network may well reach one on its own machine.
onlineManager.setEventListener((setOnline) => {
  const assumeOnline = () => setOnline(true);
  window.addEventListener('online', assumeOnline);
  return () => window.removeEventListener('online', assumeOnline);
});

/** Records whether a call reached the service; what could not be read is read again once one does. */
export function setReachable(isReached: boolean): void {
  onlineManager.setOnline(isReached);
}

/** False from the moment the service cannot be reached until it answers again. */
function isReachable(): boolean {
  return onlineManager.isOnline();
}

/** `isReachable` as it changes. */
export function useIsReachable(): boolean {
  return useSyncExternalStore(subscribe, isReachable);
}

function subscribe(listener: () => void): () => void {
  return onlineManager.subscribe(listener);
}
