import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { definitionOf, journalEvents } from './journal.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const golden = globSync('*/golden/*.json', { cwd: here }).map((file) => {
  const [, type = '', version = ''] = /^(\w+)\.v(\d+)\.json$/.exec(basename(file)) ?? [];
  return { type, version: Number(version), stored: JSON.parse(readFileSync(`${here}/${file}`, 'utf8')) };
});

test.each(golden)('$type version $version reads what was once stored', ({ type, version, stored }) => {
  const definition = definitionOf(type);
  expect(definition?.version).toBe(version);
  // A field that was added since then has its default.
  expect(definition?.data.parse(stored)).toMatchObject(stored);
});

test.each(golden)('$type version $version refuses a field it does not know', ({ type, stored }) => {
  expect(definitionOf(type)?.data.safeParse({ ...stored, extra: 1 }).success).toBe(false);
});

test('every event has a golden file of its version', () => {
  const kept = golden.map(({ type, version }) => `${type}.v${version}`).sort();
  expect(kept).toEqual(
    Object.values(journalEvents)
      .map(({ type, version }) => `${type}.v${version}`)
      .sort(),
  );
});

test('an event is stored under the name it is defined by', () => {
  for (const [name, { type }] of Object.entries(journalEvents)) expect(type).toBe(name);
});
