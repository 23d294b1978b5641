import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { journalEvents } from '@anecdotes/contracts';
import { expect, test } from 'vitest';

const here = fileURLToPath(new URL('.', import.meta.url));
const files = globSync('**/*.ts', { cwd: here }).filter((file) => !file.endsWith('.test.ts'));
const sources = new Map(files.map((file) => [file, readFileSync(`${here}/${file}`, 'utf8')]));
/** Sources outside of the command-service that record events: the export, and the audit. */
const elsewhere = ['projection-service/src/export/record.ts', 'deploy/audit/record-reading.ts'].map((file) =>
  readFileSync(`${here}/../../${file}`, 'utf8'),
);

test.each(Object.keys(journalEvents))('a command, an export or the audit records %s', (type) => {
  const recorded = new RegExp(`(?<!case )'${type}'`);
  expect([...sources.values(), ...elsewhere].some((source) => recorded.test(source))).toBe(true);
});

const commands = [...sources].flatMap(([file, source]) =>
  file.endsWith('/decider.ts')
    ? [...source.matchAll(/^ {2}\| \{ readonly type: '(\w+)'/gm)].map(([, type]) => ({ file, type }))
    : [],
);

test.each(commands)('a route or a worker sends the command $type of $file', ({ file, type }) => {
  const others = [...sources].filter(([other]) => other !== file);
  expect(others.some(([, source]) => source.includes(`'${type}'`))).toBe(true);
});
