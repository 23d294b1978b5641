import { runReportingTool } from './tool.mjs';

/**
 * Runs the named projects of `tests/vitest.config.ts`. Files with failures are run once more, one file at a time: a
 * test that failed in one of the two runs is unstable, one that failed in both has failed.
 */
export async function runVitest(results, projects) {
  const first = await run(projects);
  const failed = first.outcomes.filter(({ state }) => state === 'failed');
  const second = failed.length === 0 ? [] : await runAgain(projects, failed);
  for (const outcome of first.outcomes) add(results, outcome, second);
  for (const outcome of second) {
    const failedOnlyNow = outcome.state === 'failed' && !failed.some((one) => isSame(one, outcome));
    if (failedOnlyNow) results.unstable(nameOf(outcome), 'failed only on a second run', outcome.messages);
  }
  if (!first.isGood && failed.length === 0) results.failed('vitest ended with an error, which is printed above');
}

async function run(projects, ...more) {
  const args = ['run', '--config', 'tests/vitest.config.ts', ...projects.flatMap((name) => ['--project', name])];
  const { isGood, report = [] } = await runReportingTool('vitest/vitest.mjs', [...args, ...more], 'VITEST_RESULTS', {
    TEST_LOG: 'both',
  });
  return { isGood, outcomes: report };
}

async function runAgain(projects, failed) {
  const outcomes = [];
  for (const project of projects) {
    const files = [...new Set(failed.filter((one) => one.project === project).map(({ file }) => file))];
    if (files.length === 0) continue;
    console.log(`\nrunning again, one file at a time: ${files.join(', ')}`);
    outcomes.push(...(await run([project], '--no-file-parallelism', ...files)).outcomes);
  }
  return outcomes;
}

function add(results, outcome, second) {
  const isUnstable = outcome.state === 'failed' && passes(outcome, second);
  if (isUnstable) results.unstable(nameOf(outcome), 'passed only on a second run', outcome.messages);
  else if (outcome.state === 'failed') results.failed(nameOf(outcome), outcome.messages);
  else if (outcome.state === 'skipped') results.skipped(outcome.name);
  if (outcome.state === 'passed' || (isUnstable && outcome.isTest)) results.passed();
}

/** Whether a test passed in the second run, or, for an error outside of tests such as in a hook, it did not recur. */
function passes(outcome, second) {
  const again = second.filter((one) => isSame(one, outcome));
  if (outcome.isTest) return again.length > 0 && again.every(({ state }) => state === 'passed');
  return again.length === 0 && second.some(({ file, project }) => file === outcome.file && project === outcome.project);
}

function isSame(one, other) {
  return one.project === other.project && one.file === other.file && one.name === other.name;
}

function nameOf({ project, file, name }) {
  return `${file}${project === 'eventstoredb' ? ' (on EventStoreDB’s wire protocol)' : ''}: ${name}`;
}
