import { notify } from '../lib/messages.ts';
import { strings } from '../lib/strings.ts';

const CHECK_EVERY_MS = 60 * 60_000;

/**
 * Registers the service worker and checks for a newer one from time to time. Shows a message when a new version is
 * waiting; it takes over only when the person asks for it, in this tab or another one.
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
  // A newer worker may already be waiting or installing before this page listens.
  const watch = () => registration.installing?.addEventListener('statechange', offer);
  offer();
  watch();
  registration.addEventListener('updatefound', watch);

  // Code that fails to load may belong to a version that is no longer served.
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
