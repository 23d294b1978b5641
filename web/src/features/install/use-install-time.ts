import { useEffect, useState, useSyncExternalStore } from 'react';
import { isInstallWanted, msUntilPrompt, offered } from './offer.ts';

/** True once the app can be installed, the prompt is not hidden, and 3 s have passed since the page was loaded. */
export function useInstallTime(): boolean {
  const isWanted = useSyncExternalStore(offered.subscribe, isInstallWanted);
  const [isTime, setIsTime] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    const timer = setTimeout(() => setIsTime(true), msUntilPrompt());
    return () => clearTimeout(timer);
  }, [isWanted]);
  return isTime;
}
