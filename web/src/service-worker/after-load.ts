/** Registers the service worker once the page has loaded; only in production builds without the mock service. */
export function registerAfterLoad(): void {
  if (!import.meta.env.PROD || import.meta.env.VITE_MOCK_API === 'true' || !('serviceWorker' in navigator)) return;
  const register = () =>
    void import('./register.ts').then(({ registerServiceWorker }) => registerServiceWorker()).catch(() => undefined);
  // In Safari the page may have loaded before its modules run.
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register);
}
