/** Registers the service worker once the page has what it needs, where the app runs as people use it. */
export function registerAfterLoad(): void {
  if (!import.meta.env.PROD || import.meta.env.VITE_MOCK_API === 'true' || !('serviceWorker' in navigator)) return;
  window.addEventListener('load', () => {
    void import('./register.ts').then(({ registerServiceWorker }) => registerServiceWorker()).catch(() => undefined);
  });
}
