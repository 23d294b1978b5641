import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withEventCatalogue } from './event-catalogue.ts';

test('the event catalogue in contracts/README.md is up to date', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  expect(readme, 'out of date; run npm run docs:events').toBe(withEventCatalogue(readme));
});

test('a README without the markers of the catalogue is refused', () => {
  expect(() => withEventCatalogue('# Contracts')).toThrow('the markers');
});
