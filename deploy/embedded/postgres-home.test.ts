import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';
import { expect, onTestFinished, test } from 'vitest';
import { prepareHome } from './postgres-home.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-home-'));
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('a database outside of the data folder is found through the file with its path, and reported if it is gone', () => {
  const [dataDir, outside] = [newFolder(), newFolder()];
  const data = join(outside, 'postgres');
  writeFileSync(join(dataDir, 'postgres-elsewhere'), data);
  expect(prepareHome(dataDir).data).toBe(data);
  rmSync(outside, { recursive: true });
  expect(() => prepareHome(dataDir)).toThrow(
    new ConfigurationError(
      `The database of ${dataDir} was in ${data}, which is missing. Bring that folder back, or restore a backup.`,
    ),
  );
  mkdirSync(join(dataDir, 'postgres'));
  expect(prepareHome(dataDir).data).toBe(join(dataDir, 'postgres'));
});

test.runIf(process.getuid?.() === 0)(
  'the database of a private data folder stays where it is when the folder is opened for others',
  () => {
    const dataDir = newFolder();
    chmodSync(dataDir, 0o700);
    const { data } = prepareHome(dataDir);
    onTestFinished(() => rmSync(dirname(data), { recursive: true }));
    expect(data.startsWith(dataDir)).toBe(false);
    chmodSync(dataDir, 0o755);
    expect(prepareHome(dataDir).data).toBe(data);
  },
);
