import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { bundledThreads } from './support/bundled-threads.ts';
import { RunReporter } from './support/run-reporter.ts';

/** Integration tests that open the logs they need by themselves, or whose result does not depend on the log. */
const notOnEventStoreDb = [
  'accounts',
  'accounts-program',
  'admission',
  'analytics',
  'anecdote-keys',
  'api-keys',
  'audit',
  'backup-files',
  'both-logs',
  'chain-members',
  'changes',
  'command-process',
  'command-validation',
  'conditional-requests',
  'connections',
  'downgrade',
  'export',
  'import-file',
  'guest-journal-program',
  'history',
  'history-undo',
  'import-rules',
  'journal-queries',
  'linking-processes',
  'lists',
  'live-session',
  'log-before-versions',
  'log-copy',
  'log-in',
  'long-streams',
  'looking-back',
  'mail',
  'mail-killed',
  'mailed-links',
  'one-anecdote',
  'operator-program',
  'map',
  'map-plans',
  'past-journal',
  'prepared-statements',
  'processes-apart',
  'product-role',
  'quotas',
  'rate-limits-of-processes',
  'related',
  'search-hostile',
  'search-plans',
  'search-queries',
  'sessions',
  'start',
  'style-tokens',
  'tag-operations',
  'transient-failures',
  'unreachable-log',
  'transparency-calls',
  'transparency-checkpoints',
  'transparency-proofs',
  'transparency-tree',
  'unanswered-statements',
];
/**
 * Integration tests of the read side alone. In project `integration` they use a log in memory, which no product has.
 * Where both projects run, they run only in `eventstoredb`, on the wire protocol, whose positions have gaps.
 */
const onlyOnEventStoreDb = [
  'checkpoint',
  'forgetting',
  'generations',
  'list-totals',
  'projection',
  'quarantine',
  'quarantine-erasure',
  'visibility',
];
const { TEST_LOG, EVENTSTORE_URL, VITEST_RESULTS } = process.env;
const globalSetup = fileURLToPath(new URL('support/services-setup.ts', import.meta.url));

function filesOf(names: readonly string[]): string[] {
  return names.map((name) => `tests/integration/${name}.test.ts`);
}

/** Unit tests beside the sources; they need no database. */
const unit = {
  extends: true,
  test: {
    name: 'unit',
    include: ['{contracts,command-service,projection-service,web,deploy}/**/*.test.ts?(x)'],
    // A worker loads Vitest and the libraries once for all its files; the set-up file cleans up after each.
    isolate: false,
    setupFiles: fileURLToPath(new URL('support/clean-after-file.ts', import.meta.url)),
  },
} satisfies TestProjectInlineConfiguration;

/** Integration tests on the run's Postgres, which holds the log too. */
const integration = {
  extends: true,
  test: {
    name: 'integration',
    include: ['tests/**/*.test.ts'],
    exclude: ['tests/bench/**', ...(TEST_LOG === 'both' ? filesOf(onlyOnEventStoreDb) : [])],
    globalSetup,
    // A worker loads the services once for all its files.
    isolate: false,
  },
} satisfies TestProjectInlineConfiguration;

/** Integration tests once more, on the wire protocol of EventStoreDB. */
const eventstoredb = {
  extends: true,
  test: {
    name: 'eventstoredb',
    include: ['tests/integration/*.test.ts', ...(EVENTSTORE_URL ? ['tests/contract/event-store.test.ts'] : [])],
    exclude: filesOf(notOnEventStoreDb),
    globalSetup,
    isolate: false,
    env: { TEST_LOG: 'eventstoredb' },
  },
} satisfies TestProjectInlineConfiguration;

export default defineConfig({
  plugins: [bundledThreads()],
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    exclude: ['**/node_modules/**'],
    projects: [
      ...(TEST_LOG === 'eventstoredb' ? [] : [unit, integration]),
      ...(TEST_LOG === 'eventstoredb' || TEST_LOG === 'both' ? [eventstoredb] : []),
    ],
    reporters: ['default', ...(VITEST_RESULTS ? [new RunReporter(VITEST_RESULTS)] : [])],
    // Far longer than any test takes: none may depend on the speed of the machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 3,
  },
});
