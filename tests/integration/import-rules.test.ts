import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
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
let refused: ReadonlySet<string>;

/** The path of a case: `file` with the number of the case in its name. */
function place(index: number, file: string): string {
  return join(folder, file.replace('planted', `planted${index}`));
}

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'anecdotes-import-rules-')));
  cpSync(join(root, '.biome.json'), join(folder, '.biome.json'));
  for (const [index, [file, source]] of [...forbidden, ...allowed].entries()) {
    const path = place(index, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${source}\n`);
  }
  refused = await refusedFiles();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The files below the folder whose imports or globals are refused. */
function refusedFiles(): Promise<Set<string>> {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const rules = ['style/noRestrictedImports', 'style/noRestrictedGlobals'].map((rule) => `--only=${rule}`);
  const output = ['--reporter=github', '--max-diagnostics=none'];
  return new Promise((resolve, reject) => {
    const args = [biome, 'lint', '--vcs-enabled=false', ...output, ...rules, '.'];
    execFile(process.execPath, args, { cwd: folder }, (_error, stdout, stderr) => {
      const files = [...stdout.matchAll(/^::error title=lint\/style\/noRestricted\w+,file=([^,]+),/gm)];
      if (files.length > 0) resolve(new Set(files.map(([, file = '']) => file)));
      else reject(new Error(stdout + stderr));
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
