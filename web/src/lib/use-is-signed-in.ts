import { useSyncExternalStore } from 'react';
import { onSessionChange, token } from './session.ts';

/** Whether somebody is logged in, as it changes here or in another tab. */
export function useIsSignedIn(): boolean {
  return useSyncExternalStore(onSessionChange, () => token() !== null);
}
