import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

// Only calls decide whether the service is reachable: a browser without a network may reach one on its own machine.
onlineManager.setEventListener((setOnline) => {
  const assumeOnline = () => setOnline(true);
  window.addEventListener('online', assumeOnline);
  return () => window.removeEventListener('online', assumeOnline);
});

/** Records whether a call reached the service; queries that could not be read are refetched once it is reachable. */
export function setReachable(isReached: boolean): void {
  onlineManager.setOnline(isReached);
}

/** False from the moment the service cannot be reached until it answers again; renders again when that changes. */
export function useIsReachable(): boolean {
  return useSyncExternalStore(onlineManager.subscribe, () => onlineManager.isOnline());
}
