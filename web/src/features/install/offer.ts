import { createStore } from '../../lib/store.ts';
import { readStored, writeStored } from '../../lib/stored-value.ts';

const DISMISSED = 'install-prompt-dismissed';
const DELAY_MS = 3_000;
const SNOOZE_MS = 7 * 24 * 60 * 60_000;

/** The event with which the browser offers to install the app; it can show one prompt. */
export type Offer = Event & {
  prompt(): Promise<unknown>;
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
};

/** The browser's offer to install the app, while there is one. */
export const offered = createStore<Offer | undefined>(undefined);

/** The milliseconds until the app is offered, which is 3 s after the page was loaded. */
export function msUntilPrompt(): number {
  return Math.max(0, DELAY_MS - performance.now());
}

/** Hides the prompt for 7 days. */
export function snooze(): void {
  writeStored(DISMISSED, String(Date.now()));
}

/** Shows the browser's own prompt, which uses up the offer. Resolves to true if accepted. Throws if it fails. */
export async function install(offer: Offer): Promise<boolean> {
  offered.set(undefined);
  await offer.prompt();
  return (await offer.userChoice).outcome === 'accepted';
}

/** True while the app can be installed, and the prompt was not dismissed in the last 7 days. */
export function isInstallWanted(): boolean {
  return (offered.get() !== undefined || isIos()) && !isStandalone() && !isDismissed();
}

/** On iOS, Safari can add the app to the home screen, but never offers that by itself. */
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
  offered.set(event as Offer);
});
window.addEventListener('appinstalled', () => offered.set(undefined));
