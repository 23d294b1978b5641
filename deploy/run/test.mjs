// `npm test`: checks, then unit, integration, contract and fault tests, then the browser. Ends with what failed, told
// once more, and one line of counts.
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
const failures = [];

for (const [name, program, ...args] of [
  ['types of the services', 'typescript/bin/tsc', '-p', 'tsconfig.json'],
  ['types of the web app', 'typescript/bin/tsc', '-p', 'web/tsconfig.json'],
  ['types of the browser tests', 'typescript/bin/tsc', '-p', 'tests/e2e/tsconfig.json'],
  ['format, lint and import rules', '@biomejs/biome/bin/biome', 'check', '.'],
  ['dead code', 'knip/bin/knip.js'],
]) {
  const ok = run(program, args);
  console.log(`${ok ? '✓' : '✗'} ${name}`);
  if (ok) counts.passed += 1;
  else failed(name);
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
for (const failure of failures) console.log(`\n✗ ${failure}`);
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
  countVitest(file, run('vitest/vitest.mjs', args, extra), name);
}

function countVitest(file, ok, name) {
  const report = readReport(file, ok);
  if (report === undefined) return;
  counts.passed += report.numPassedTests;
  for (const { name: path, message, assertionResults } of report.testResults) {
    for (const test of assertionResults) {
      if (test.status === 'failed') failed(`${path}: ${test.fullName}`, test.failureMessages);
      else if (test.status !== 'passed') skip(test.fullName);
    }
    if (message) failed(path, [message]);
  }
  if (!ok && failures.length === 0) failed(`${name}: the program ended with an error; it stands above`);
}

function countPlaywright(file, ok) {
  const report = readReport(file, ok);
  if (report === undefined) return;
  counts.passed += report.stats.expected;
  for (const spec of specsOf(report.suites)) {
    if (spec.tests.every(({ status }) => status === 'skipped')) skip(spec.title);
    if (!spec.ok)
      failed(
        `${spec.file}: ${spec.title}`,
        spec.tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors.map(({ message }) => message))),
      );
  }
  const unreported = report.errors.map(({ message }) => message);
  if (unreported.length > 0 || (!ok && failures.length === 0)) failed('the browser tests', unreported);
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
  failed(ok ? 'a test program wrote no report' : 'a test program failed before it could report');
  return undefined;
}

function failed(name, messages = []) {
  counts.failed += 1;
  failures.push([name, ...messages.map((message) => message.slice(0, 2_000))].join('\n'));
}

function skip(name) {
  counts.skipped += 1;
  console.log(`skipped: ${name}`);
}
