/**
 * Collects the result of every test and reports at the end: unstable tests and failures with their messages, and one
 * line of counts.
 */
export function createResults() {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const unstable = [];
  const failures = [];
  return {
    passed() {
      counts.passed += 1;
    },
    failed(name, messages = []) {
      counts.failed += 1;
      failures.push(withMessages(`✗ ${name}`, messages));
    },
    skipped(name) {
      counts.skipped += 1;
      console.log(`skipped: ${name}`);
    },
    /** Records a test that failed in only one of two runs; whether it counts as passed is recorded separately. */
    unstable(name, how, messages) {
      unstable.push(withMessages(`unstable: ${name} (${how})`, messages));
    },
    /** Prints the report; returns whether everything passed. */
    finish() {
      for (const line of [...unstable, ...failures]) console.log(`\n${line}`);
      console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
      return counts.failed === 0 && counts.passed > 0;
    },
  };
}

function withMessages(line, messages) {
  return [line, ...messages.map((message) => ownLines(message).slice(0, 2_000))].join('\n');
}

function ownLines(message) {
  return message.replaceAll(/^ +at .*\/node_modules\/.*\n?/gm, '').trimEnd();
}
