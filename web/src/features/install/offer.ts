import { useEffect, useState, useSyncExternalStore } from 'react';
import { createStore } from '../../lib/store.ts';
import { readStored, writeStored } from '../../lib/stored-value.ts';

const DISMISSED = 'install-prompt-dismissed';
const SNOOZE_MS = 7 * 24 * 60 * 60_000;
const DELAY_MS = 3_000;

/** The browser's offer to install the app, good for one prompt. */
export type Offer = Event & {
  prompt(): Promise<unknown>;
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
};

const store = createStore<Offer | undefined>(undefined);

/** The browser's offer to install the app, while there is one. */
export function useOffer(): Offer | undefined {
  return store.use();
}

/** True from 3 s after the page was loaded, once the app can be installed and the prompt was not dismissed in the last 7 days. */
export function useInstallTime(): boolean {
  const isWanted = useSyncExternalStore(store.subscribe, isInstallWanted);
  const [isTime, setIsTime] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    const timer = setTimeout(() => setIsTime(true), Math.max(0, DELAY_MS - performance.now()));
    return () => clearTimeout(timer);
  }, [isWanted]);
  return isTime;
}

/** Leaves the person in peace for 7 days. */
export function snooze(): void {
  writeStored(DISMISSED, String(Date.now()));
}

/** Shows the browser's own prompt; true when the person installs. The offer is gone then. Throws where it fails. */
export async function install(offer: Offer): Promise<boolean> {
  store.set(undefined);
  await offer.prompt();
  return (await offer.userChoice).outcome === 'accepted';
}

function isInstallWanted(): boolean {
  return (store.get() !== undefined || isIos()) && !isStandalone() && !isDismissed();
}

/** Safari there can put the app on the home screen, but never offers it by itself. */
function isIos(): boolean {
  return /iPhone|iPad/.test(navigator.userAgent) && 'standalone' in navigator;
}

function isStandalone(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true)
  );
}

function isDismissed(): boolean {
  const at = Number(readStored(DISMISSED) ?? Number.NaN);
  return Date.now() - at < SNOOZE_MS;
}

window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  store.set(event as Offer);
});
window.addEventListener('appinstalled', () => store.set(undefined));
