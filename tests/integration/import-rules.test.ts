import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

const forbidden: [file: string, source: string][] = [
  ['contracts/src/planted.ts', "import 'node:fs';"],
  ['contracts/src/planted.ts', "import 'fastify';"],
  ['contracts/src/anecdote/planted.ts', "import '../server/crypto/sealing.ts';"],
  ['contracts/src/planted.ts', "import '@anecdotes/command-service/service';"],
  ['contracts/src/server/planted.ts', "import '@anecdotes/command-service/service';"],
  ['contracts/src/server/planted.ts', "import '@anecdotes/projection-service/service';"],
  ['contracts/src/server/planted.ts', "import '../../../web/src/main.tsx';"],
  ['command-service/src/planted.ts', "import '@anecdotes/projection-service/service';"],
  ['command-service/src/planted.ts', "import '../../projection-service/src/service.ts';"],
  ['command-service/src/planted.ts', "import '@anecdotes/deploy/embedded/main';"],
  ['command-service/src/planted/decider.ts', "import 'node:crypto';"],
  ['command-service/src/planted/decider.ts', "import 'fastify';"],
  ['command-service/src/planted/decider.ts', "import '@anecdotes/contracts/server/crypto/sealing';"],
  ['command-service/src/planted/decider.ts', 'export const now = () => Date.now();'],
  ['command-service/src/planted/decider.ts', 'export const chance = () => Math.random();'],
  ['projection-service/src/planted.ts', "import '@anecdotes/command-service/service';"],
  ['projection-service/src/planted.ts', "import '../../command-service/src/service.ts';"],
  ['projection-service/src/planted/projector.ts', "import 'fastify';"],
  ['projection-service/src/planted/projector.ts', "import '../tags/table.ts';"],
  ['projection-service/src/planted/projector.ts', "import '@anecdotes/command-service/service';"],
  ['web/src/planted.ts', "import '@anecdotes/contracts/server/crypto/sealing';"],
  ['web/src/planted.ts', "import '../../contracts/src/server/crypto/sealing.ts';"],
  ['web/src/planted.ts', "import '@anecdotes/command-service/service';"],
  ['web/src/planted.ts', "import '@anecdotes/deploy/embedded/main';"],
  ['web/src/lib/planted.ts', "import '../../../command-service/src/anecdote/decider.ts';"],
  ['web/src/mock/planted.ts', "import '../../../command-service/src/anecdote/commands.ts';"],
  ['web/src/mock/planted.ts', "import '@anecdotes/command-service/service';"],
  ['web/src/features/planted/planted.ts', "import '../other/queries.ts';"],
  ['web/src/features/planted/planted.ts', "import '@anecdotes/contracts/server/crypto/sealing';"],
  ['web/src/features/planted/planted.ts', "import '../../routes/dashboard.ts';"],
  ['web/src/anecdote/planted.ts', "import '../features/browse/browse.tsx';"],
  ['web/src/anecdote/planted.ts', "import '../routes/dashboard.ts';"],
  ['web/src/ui/planted.tsx', "import '../anecdote/card.tsx';"],
];

const allowed: [file: string, source: string][] = [
  ['contracts/src/planted.ts', "import 'zod';"],
  ['contracts/src/anecdote/planted.ts', "import '../ids.ts';"],
  ['contracts/src/server/planted.ts', "import 'pg';\nimport '../ids.ts';"],
  ['command-service/src/planted.ts', "import '@anecdotes/contracts/server/crypto/sealing';\nimport 'kysely';"],
  ['command-service/src/planted/decider.ts', "import '@anecdotes/contracts';\nimport '../decider.ts';"],
  ['projection-service/src/planted/queries.ts', "import '../tags/table.ts';\nimport 'kysely';"],
  [
    'projection-service/src/planted/projector.ts',
    "import '@anecdotes/contracts';\nimport '../projection/projector.ts';\nimport './table.ts';",
  ],
  [
    'web/src/features/planted/planted.ts',
    "import '@anecdotes/contracts';\nimport '../../anecdote/card.tsx';\nimport '../../lib/api.ts';\nimport '../../ui/button.tsx';",
  ],
  ['web/src/mock/planted.ts', "import '../../../command-service/src/anecdote/decider.ts';"],
  ['web/src/anecdote/planted.ts', "import '../lib/api.ts';\nimport '../ui/button.tsx';\nimport './card.tsx';"],
];

let folder: string;
const refused = new Set<string>();

/** Each case has a numbered folder of its own, which is linted separately. */
function place(index: number, file: string): string {
  return join(folder, String(index), file);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'anecdotes-import-rules-'));
  const cases = [...forbidden, ...allowed];
  await Promise.all(
    cases.map(async ([file, source], index) => {
      const path = place(index, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `${source}\n`);
      cpSync(join(root, '.biome.json'), place(index, '.biome.json'));
      if (await isRefused(place(index, ''))) refused.add(path);
    }),
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function isRefused(tree: string): Promise<boolean> {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const rules = ['style/noRestrictedImports', 'style/noRestrictedGlobals'].map((rule) => `--only=${rule}`);
  return new Promise((resolve, reject) => {
    const args = [biome, 'lint', '--vcs-enabled=false', ...rules, '.'];
    execFile(process.execPath, args, { cwd: tree }, (error, stdout, stderr) => {
      if (error === null) resolve(false);
      else if (/noRestricted(Imports|Globals)/.test(stdout + stderr)) resolve(true);
      else reject(new Error(stderr));
    });
  });
}

describe('the import rules', () => {
  test.each(forbidden.map((item, index) => [...item, index] as const))('refuse, in %s, %s', (file, _source, index) => {
    expect(refused).toContain(place(index, file));
  });

  test.each(allowed.map((item, index) => [...item, index] as const))('accept, in %s, %s', (file, _source, index) => {
    expect(refused).not.toContain(place(forbidden.length + index, file));
  });
});
