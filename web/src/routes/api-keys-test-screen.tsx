import { ApiKeysTestPage } from '../features/api-keys/test-page.tsx';

export function ApiKeysTestScreen() {
  return (
    <main id="main" className="page">
      <ApiKeysTestPage />
    </main>
  );
}
