import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { projectors } from './read-models.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const files = globSync('*/projector.ts', { cwd: here }).filter((file) => !file.startsWith('projection'));

test.each(files)('the projector of %s is in the list of read-models.ts', async (file) => {
  const exported: unknown[] = Object.values(await import(`${here}/${file}`));
  expect(projectors.filter((projector) => exported.includes(projector))).toHaveLength(1);
});
