import { runTool } from './tool.mjs';

const checks = [
  ['types of the services', ...typesOf('tsconfig.json')],
  ['types of the web app', ...typesOf('web/tsconfig.json')],
  ['types of the browser tests', ...typesOf('tests/e2e/tsconfig.json')],
  ['format, lint and import rules', '@biomejs/biome/bin/biome', 'check', '.'],
  ['dead code', 'knip/bin/knip.js'],
];

/** With one thread, because several threads check shared types several times, and all checks run at once. */
function typesOf(project) {
  return ['typescript/bin/tsc', '-p', project, '--singleThreaded'];
}

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
