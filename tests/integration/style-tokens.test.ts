import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../web/src', import.meta.url));
const sources = globSync('**/*.{css,ts,tsx}', { cwd: root }).map((file) => [
  file,
  readFileSync(join(root, file), 'utf8'),
]);
const tokens = readFileSync(join(root, 'styles/tokens.css'), 'utf8');

/** What `pattern` captures in the sources of the web app, with the name of the file. */
function uses(pattern: RegExp) {
  return sources.flatMap(([file, source]) =>
    [...(source ?? '').matchAll(pattern)].map(([, value = '']) => ({ file, value })),
  );
}

test('every width in a media query is one of the breakpoints in tokens.css', () => {
  const breakpoints = new Set(tokens.match(/^ \* {3}\d+rem/gm)?.map((line) => line.slice(3).trim()));
  const widths = uses(/(?:@media|matchMedia\(')[^{\n]*?width [<>]=? (\w+)/g);
  expect(widths.length).toBeGreaterThan(30);
  expect(widths.filter(({ value }) => !breakpoints.has(value))).toEqual([]);
});

test('every z-index is one of the tokens in tokens.css', () => {
  const indexes = uses(/z-index: (.*);/g);
  expect(indexes.length).toBeGreaterThan(10);
  expect(indexes.filter(({ value }) => !tokens.includes(`${/^var\((--z-[\w-]+)\)$/.exec(value)?.[1]}:`))).toEqual([]);
});
