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
  // Far beyond what any test takes: none may depend on the speed of the machine.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  use: {
    ...devices['Desktop Chrome'],
    // An action that waits in vain is named, long before the test as a whole runs out of time.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    locale: 'en-GB',
    timezoneId: 'Europe/Zurich',
    // Recording takes a quarter of the time; TRACE=1 shows what a failure looked like.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    // Answers that a test makes up must reach the page; what is about the worker itself lets it in again.
    serviceWorkers: 'block',
    launchOptions: {
      ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
});
