import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Integration tests that open the logs they need by themselves, or meet no log at all. */
const onceIsEnough = [
  'analytics',
  'both-logs',
  'command-process',
  'guest-journal-program',
  'import-rules',
  'live-session',
  'log-copy',
  'log-in',
  'processes-apart',
  'start',
];
const isAgain = process.env.TEST_LOG === 'eventstoredb';

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    include: ['{contracts,command-service,projection-service,web,deploy,tests}/**/*.test.ts?(x)'],
    exclude: [
      '**/node_modules/**',
      'tests/e2e/**',
      'tests/bench/**',
      ...(isAgain ? onceIsEnough.map((name) => `tests/integration/${name}.test.ts`) : []),
    ],
    globalSetup: ['tests/support/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 3,
  },
});
