import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

type ReportedError = { readonly message: string; readonly stack?: string | undefined };

/** The outcome of a test, or of a hook or an uncaught error, which are no tests. */
type Outcome = {
  readonly project: string;
  readonly file: string;
  readonly name: string;
  readonly isTest: boolean;
  readonly state: 'passed' | 'failed' | 'skipped';
  readonly messages: readonly string[];
};

/** Writes the outcomes of a run to a file, as a JSON array, for `npm test`. */
export class RunReporter implements Reporter {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  onTestRunEnd(modules: readonly TestModule[], uncaught: readonly ReportedError[]): void {
    const outcomes = [...modules.flatMap(outcomesOf), ...uncaught.map((error) => outcomeOfUncaught(error, modules))];
    writeFileSync(this.#file, JSON.stringify(outcomes));
  }
}

function outcomesOf(module: TestModule): Outcome[] {
  const place = { project: module.project.name, file: module.relativeModuleId };
  const suites = [...module.children.allSuites()].map((suite) => ({ name: suite.fullName, errors: suite.errors() }));
  const broken = [...suites, { name: 'the file', errors: module.errors() }].filter(({ errors }) => errors.length > 0);
  return [
    ...broken.map(({ name, errors }) => failure({ ...place, name, isTest: false }, errors)),
    ...[...module.children.allTests()].map((test): Outcome => {
      const { state, errors } = test.result();
      const outcome = { ...place, name: test.fullName, isTest: true };
      // A pending test is one whose worker has crashed.
      if (state === 'failed' || state === 'pending') return failure(outcome, errors ?? []);
      return { ...outcome, state, messages: [] };
    }),
  ];
}

function outcomeOfUncaught(error: ReportedError & { VITEST_TEST_PATH?: string }, modules: readonly TestModule[]) {
  const module = modules.find(({ moduleId }) => moduleId === error.VITEST_TEST_PATH);
  const place = { project: module?.project.name ?? '', file: module?.relativeModuleId ?? 'vitest' };
  return failure({ ...place, name: 'an error that no test caught', isTest: false }, [error]);
}

function failure(outcome: Omit<Outcome, 'state' | 'messages'>, errors: readonly ReportedError[]): Outcome {
  return { ...outcome, state: 'failed', messages: errors.map(({ stack, message }) => stack ?? message) };
}
