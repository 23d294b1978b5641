import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    include: ['{contracts,command-service,projection-service,web,deploy,tests}/**/*.test.ts?(x)'],
    exclude: ['**/node_modules/**', 'tests/e2e/**', 'tests/bench/**'],
    globalSetup: ['tests/support/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
