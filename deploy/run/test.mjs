// `npm test` runs everything; `npm run check`, `test:unit`, `test:integration` and `test:e2e` run one part each, named
// as an argument. Installs and builds what that needs. Prints all failures again at the end, and one line of counts.
import { ensureBrowser } from './browser.mjs';
import { runChecks } from './checks.mjs';
import { ensureBuilt, ensureInstalled, fail } from './install.mjs';
import { runPlaywright } from './playwright.mjs';
import { createResults } from './results.mjs';
import { runVitest } from './vitest.mjs';

const PARTS = ['check', 'unit', 'integration', 'e2e'];
const parts = process.argv.length > 2 ? process.argv.slice(2) : PARTS;
const unknown = parts.find((part) => !PARTS.includes(part));
if (unknown !== undefined)
  fail(
    `There is no part ${unknown} of the tests; there are: ${PARTS.join(', ')}. CONTRIBUTING.md says how to run a file.`,
  );
const isPart = (name) => parts.includes(name);
const results = createResults();

ensureInstalled();
// The checks run while the web app is built.
const checking = isPart('check') ? runChecks(results) : undefined;
if (isPart('integration') || isPart('e2e')) ensureBuilt();
const browser = isPart('e2e') ? await ensureBrowser() : undefined;
if (isPart('e2e') && browser === undefined)
  fail('No Chromium is installed and none could be; install one (as root: apt-get install chromium).');

await checking;
const projects = [
  ...(isPart('unit') ? ['unit'] : []),
  ...(isPart('integration') ? ['integration', 'eventstoredb'] : []),
];
// In parallel: each of the two spends a third of its time waiting for other processes.
await Promise.all([
  projects.length > 0 && runVitest(results, projects),
  isPart('e2e') && runPlaywright(results, browser),
]);
process.exit(results.finish() ? 0 : 1);
