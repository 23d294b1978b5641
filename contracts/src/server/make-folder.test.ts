import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

test('a folder is created with its parents, and one that exists is left alone', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'make-folder-')), 'a', 'b');
  await Promise.all([makeFolder(folder, 0o700), makeFolder(folder, 0o700)]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  await makeFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('a folder below a file is refused', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'make-folder-')), 'file');
  writeFileSync(file, '');
  await expect(makeFolder(file)).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolder(join(file, 'a', 'b'))).rejects.toMatchObject({ code: 'EEXIST' });
});

test.runIf(process.platform === 'linux').each(['/proc/x', '/proc/x/y'])(
  'a folder that the file system refuses as missing (%s) is refused at once',
  async (folder) => {
    await expect(makeFolder(folder)).rejects.toMatchObject({ code: 'ENOENT' });
  },
);
