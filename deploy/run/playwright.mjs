import { runReportingTool } from './tool.mjs';

/** Runs the browser tests in the Chromium at the path `browser`; a test that fails is run once more. */
export async function runPlaywright(results, browser) {
  const args = ['test', '--config', 'tests/e2e/playwright.config.ts', '--retries=1', '--reporter=list,json'];
  const { isGood, report } = await runReportingTool('@playwright/test/cli.js', args, 'PLAYWRIGHT_JSON_OUTPUT_NAME', {
    CHROMIUM: browser,
  });
  if (report === undefined) {
    results.failed('the browser tests ended before they could report');
    return;
  }
  for (const { title, file, tests } of specsOf(report.suites)) {
    for (const test of tests) add(results, title, `tests/e2e/${file}: ${title}`, test);
  }
  const hasFailed = report.stats.unexpected > 0;
  if (report.errors.length > 0 || (!isGood && !hasFailed)) {
    results.failed('the browser tests', report.errors.map(messageOf));
  }
}

function add(results, title, name, { status, results: runs }) {
  const messages = runs.flatMap(({ errors }) => errors.map(messageOf));
  if (status === 'flaky') results.unstable(name, 'passed only on a second run', messages);
  if (status === 'expected' || status === 'flaky') results.passed();
  else if (status === 'skipped') results.skipped(title);
  else results.failed(name, messages);
}

function* specsOf(suites) {
  for (const suite of suites) {
    yield* suite.specs;
    yield* specsOf(suite.suites ?? []);
  }
}

function messageOf({ message, stack }) {
  return message ?? stack ?? '';
}
