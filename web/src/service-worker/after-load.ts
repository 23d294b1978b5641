/** Registers the service worker after the page has loaded; only in production builds without the mock service. */
export function registerAfterLoad(): void {
  if (!import.meta.env.PROD || import.meta.env.VITE_MOCK_API === 'true' || !('serviceWorker' in navigator)) return;
  window.addEventListener('load', () => {
    void import('./register.ts').then(({ registerServiceWorker }) => registerServiceWorker()).catch(() => undefined);
  });
}
