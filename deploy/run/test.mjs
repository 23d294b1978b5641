// `npm test` runs everything; `npm run check`, `test:unit`, `test:integration` and `test:e2e` a part of it each, named as
// an argument. Installs and builds what that needs. Ends with what failed, told once more, and one line of counts.
import { ensureBrowser } from './browser.mjs';
import { runChecks } from './checks.mjs';
import { ensureBuilt, ensureInstalled, fail } from './install.mjs';
import { runPlaywright } from './playwright.mjs';
import { createResults } from './results.mjs';
import { runVitest } from './vitest.mjs';

const parts = process.argv.length > 2 ? process.argv.slice(2) : ['check', 'unit', 'integration', 'e2e'];
const isPart = (name) => parts.includes(name);
const results = createResults();

ensureInstalled();
// They run while the web app is built.
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
// Side by side: each of the two waits a third of its time, for other processes or for what it interrupts.
await Promise.all([
  projects.length > 0 && runVitest(results, projects),
  isPart('e2e') && runPlaywright(results, browser),
]);
process.exit(results.finish() ? 0 : 1);
