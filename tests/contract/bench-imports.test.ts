import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../bench/', import.meta.url));
const imports = readdirSync(folder)
  .filter((file) => file.endsWith('.mjs'))
  .flatMap((file) =>
    [...readFileSync(`${folder}${file}`, 'utf8').matchAll(/import \{([^}]+)\} from '(@anecdotes\/[^']+)'/g)].map(
      ([, names = '', module = '']): [string, string, string[]] => [file, module, names.match(/\w+/g) ?? []],
    ),
  );

test('the benchmarks have imports from the product that can be checked', () => {
  expect(imports.length).toBeGreaterThan(10);
});

test.each(imports)('all names that %s imports from %s exist', async (_, module, names) => {
  const exported = await import(module);
  expect(names.filter((name) => !(name in exported))).toEqual([]);
});
