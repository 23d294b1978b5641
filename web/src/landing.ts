import './lib/tab.ts';
import { startConsentBanner } from './features/consent/start-consent-banner.ts';
import { isInstallWanted, msUntilPrompt, offered } from './features/install/offer.ts';
import { startWelcome } from './features/welcome/start-welcome.ts';
import { trackScreen } from './lib/analytics.ts';
import { expireLocalCache } from './lib/local-cache.ts';
import { registerAfterLoad } from './service-worker/after-load.ts';

// The script of the landing page as a file, without the app, whose code is loaded with the first link that is followed.
const page = document.getElementById('root');
if (page) start(page);

function start(page: HTMLElement): void {
  const banner = page.querySelector<HTMLElement>('[data-consent]');
  let isOpening = false;
  const go = async (address: string) => {
    if (isOpening) return;
    isOpening = true;
    // At once, so that a reload opens the new address.
    history.pushState(null, '', address);
    document.documentElement.toggleAttribute('data-opening', true);
    try {
      const { startApp } = await load(address);
      for (const stop of stops) stop?.();
      await startApp(true);
      delete page.dataset.prerendered;
      document.documentElement.toggleAttribute('data-opening', false);
    } catch {
      isOpening = false;
      // The browser shows why the page cannot be loaded.
      location.assign(address);
    }
  };
  const stops = [
    startWelcome(page, {
      prepare: (address) => void load(address).catch(() => undefined),
      go: (address) => void go(address),
    }),
    banner && startConsentBanner(banner),
    offerInstallation(page),
    expireLocalCache(),
  ];
  trackScreen('/');
  registerAfterLoad();
}

/** Loads the code of the app and of the screen at `address`. */
async function load(address: string) {
  const screen = address.startsWith('/auth')
    ? import('./routes/auth-screen.tsx')
    : import('./routes/dashboard-screen.tsx');
  const [app] = await Promise.all([import('./app.tsx'), screen]);
  return app;
}

/** Shows the offer to install the app when it is time. Returns a function that stops it. */
function offerInstallation(page: HTMLElement): () => void {
  const container = page.querySelector<HTMLElement>('[data-install]');
  let timer: ReturnType<typeof setTimeout> | undefined;
  let remove: (() => void) | undefined;
  let isStopped = false;
  const show = async () => {
    const { showInstallPrompt } = await import('./features/install/show-install-prompt.tsx');
    if (container && !isStopped) remove = showInstallPrompt(container);
  };
  const wait = () => {
    if (isInstallWanted()) timer ??= setTimeout(() => void show().catch(() => undefined), msUntilPrompt());
  };
  wait();
  const unsubscribe = offered.subscribe(wait);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    unsubscribe();
    remove?.();
  };
}
