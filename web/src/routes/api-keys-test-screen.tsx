import { ApiKeysTestPage } from '../features/api-keys/test-page.tsx';
import { keyStrings } from '../lib/key-strings.ts';
import { PageTitle } from '../ui/page-title.tsx';

export function ApiKeysTestScreen() {
  return (
    <main id="main" className="page">
      <PageTitle>{keyStrings.test.title}</PageTitle>
      <ApiKeysTestPage />
    </main>
  );
}
