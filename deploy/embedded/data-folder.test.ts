import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataFolderError } from './data-folder.ts';

test('a folder that can be written is accepted, and nothing is left in it', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'data-folder-')), 'data');
  expect(await dataFolderError(folder)).toBe(undefined);
  expect(readdirSync(folder)).toEqual([]);
});

// Linux refuses a folder in /proc as if /proc were missing, and does so for root too.
test.runIf(process.platform === 'linux').each(['/proc', '/proc/x', '/sys/x'])(
  'a folder in which nobody can write (%s) is refused',
  async (folder) => {
    expect(await dataFolderError(folder)).toBe(`Cannot write to ${folder}.`);
  },
);
