import { defineConfig, devices } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: '../support/global-setup.ts',
  outputDir: '../../test-results',
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  // Far longer than any test takes: none may depend on the speed of the machine.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  use: {
    ...devices['Desktop Chrome'],
    // An action that cannot finish fails, and is named, long before the whole test times out.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    locale: 'en-GB',
    timezoneId: 'Europe/Zurich',
    // Recording takes a quarter of the time; TRACE=1 shows what a failure looked like.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    // A service worker would keep made-up answers of tests from the page; tests of the worker itself allow it again.
    serviceWorkers: 'block',
    launchOptions: {
      ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // A page lives for seconds: a larger young generation saves a tenth of the browser's processor time.
        '--js-flags=--min-semi-space-size=16',
      ],
    },
  },
});
