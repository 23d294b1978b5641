// `npm test`: checks, then unit, integration, contract and fault tests, then the browser. Ends with one line of counts.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { ensureBuilt, ensureInstalled, environment, fail, node24, root } from './install.mjs';

ensureInstalled();
ensureBuilt();
const browser = await ensureBrowser();
if (browser === undefined)
  fail('No Chromium is installed and none could be; install one (as root: apt-get install chromium).');

const reports = mkdtempSync(join(tmpdir(), 'anecdotes-reports-'));
const counts = { passed: 0, failed: 0, skipped: 0 };

for (const [name, program, ...args] of [
  ['types of the services', 'typescript/bin/tsc', '-p', 'tsconfig.json'],
  ['types of the web app', 'typescript/bin/tsc', '-p', 'web/tsconfig.json'],
  ['types of the browser tests', 'typescript/bin/tsc', '-p', 'tests/e2e/tsconfig.json'],
  ['format, lint and import rules', '@biomejs/biome/bin/biome', 'check', '.'],
  ['dead code', 'knip/bin/knip.js'],
]) {
  const ok = run(program, args);
  console.log(`${ok ? '✓' : '✗'} ${name}`);
  counts[ok ? 'passed' : 'failed'] += 1;
}

runVitest('everything', []);
runVitest('the integration tests once more, on the wire protocol of EventStoreDB', ['tests/integration'], {
  TEST_LOG: 'eventstoredb',
});

const playwright = join(reports, 'playwright.json');
const playwrightOk = run(
  '@playwright/test/cli.js',
  ['test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=list,json'],
  { PLAYWRIGHT_JSON_OUTPUT_NAME: playwright, CHROMIUM: browser },
);
countPlaywright(playwright, playwrightOk);

rmSync(reports, { recursive: true, force: true });
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1);

function run(program, args, extra) {
  const command = [join(root, 'node_modules', program), ...args];
  return (
    spawnSync(node24(), command, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: environment(extra) })
      .status === 0
  );
}

function runVitest(name, files, extra) {
  console.log(`\n${name}`);
  const file = join(reports, `vitest-${files.length}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const args = ['run', '--config', 'tests/vitest.config.ts', ...reporters, ...files];
  countVitest(file, run('vitest/vitest.mjs', args, extra));
}

function countVitest(file, ok) {
  const report = readReport(file, ok);
  if (report === undefined) return;
  counts.passed += report.numPassedTests;
  counts.failed += report.numFailedTests;
  const tests = report.testResults.flatMap((result) => result.assertionResults);
  for (const test of tests.filter(({ status }) => status === 'skipped' || status === 'pending' || status === 'todo'))
    skip(test.fullName);
  if (!ok && report.numFailedTests === 0) counts.failed += 1;
}

function countPlaywright(file, ok) {
  const report = readReport(file, ok);
  if (report === undefined) return;
  const { expected, unexpected, flaky } = report.stats;
  counts.passed += expected;
  counts.failed += unexpected + flaky;
  for (const spec of specsOf(report.suites)) {
    if (spec.tests.every(({ status }) => status === 'skipped')) skip(spec.title);
  }
  if (!ok && unexpected + flaky === 0) counts.failed += 1;
}

function* specsOf(suites) {
  for (const suite of suites) {
    yield* suite.specs;
    yield* specsOf(suite.suites ?? []);
  }
}

/** A program that ended without a report failed, whatever it says. */
function readReport(file, ok) {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  console.log(ok ? 'A test program wrote no report.' : 'A test program failed before it could report.');
  counts.failed += 1;
  return undefined;
}

function skip(name) {
  counts.skipped += 1;
  console.log(`skipped: ${name}`);
}
