import { notify } from '../lib/messages.ts';
import { strings } from '../lib/strings.ts';

const CHECK_EVERY_MS = 60 * 60_000;

/**
 * Registers the service worker and looks for a newer one from time to time. Says when a new version waits; it takes
 * over when the person asks for it, in this tab or in another, and never by itself.
 */
export async function registerServiceWorker(): Promise<void> {
  const { serviceWorker } = navigator;
  let isControlled = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (isControlled) notifyNewVersion(() => location.reload());
    isControlled = true;
  });
  const registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  const offer = () => {
    const { waiting } = registration;
    if (!waiting || !serviceWorker.controller) return;
    notifyNewVersion(() => {
      serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
      waiting.postMessage('take over');
    });
  };
  // A newer worker may be waiting, or on its way, before this page listens.
  const watch = () => registration.installing?.addEventListener('statechange', offer);
  offer();
  watch();
  registration.addEventListener('updatefound', watch);

  // Code that does not come may be of a version that is gone.
  window.addEventListener('vite:preloadError', () => {
    offer();
    registration.update().catch(() => undefined);
  });

  let checkedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - checkedAt < CHECK_EVERY_MS) return;
    checkedAt = Date.now();
    registration.update().catch(() => undefined);
  });
}

function notifyNewVersion(reload: () => void): void {
  notify(strings.newVersion, { action: { label: strings.errors.reload, onClick: reload }, milliseconds: 0 });
}
