import { runTool } from './tool.mjs';

const checks = [
  ['types of the services', 'typescript/bin/tsc', '-p', 'tsconfig.json'],
  ['types of the web app', 'typescript/bin/tsc', '-p', 'web/tsconfig.json'],
  ['types of the browser tests', 'typescript/bin/tsc', '-p', 'tests/e2e/tsconfig.json'],
  ['format, lint and import rules', '@biomejs/biome/bin/biome', 'check', '.'],
  ['dead code', 'knip/bin/knip.js'],
];

/** Runs all static checks at once. */
export async function runChecks(results) {
  await Promise.all(
    checks.map(async ([name, program, ...args]) => {
      const isGood = await runTool(program, args);
      console.log(`${isGood ? '✓' : '✗'} ${name}`);
      if (isGood) results.passed();
      else results.failed(name);
    }),
  );
}
