import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Integration tests that open the logs they need by themselves, or whose result no log can change. */
const onceIsEnough = [
  'accounts-program',
  'analytics',
  'both-logs',
  'command-process',
  'guest-journal-program',
  'import-rules',
  'live-session',
  'log-copy',
  'log-in',
  'prepared-statements',
  'processes-apart',
  'product-role',
  'search-queries',
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
    // Far beyond what any test takes: none may depend on the speed of the machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 3,
  },
});
