import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newSigningKey } from '@anecdotes/contracts/server/auth/tokens';
import { serviceSettings } from '@anecdotes/contracts/server/settings/settings';
import { expect, onTestFinished, test } from 'vitest';
import { keyIn } from './key-in.ts';

/** A file with this content. */
function fileWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'anecdotes-key-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'a.key');
  writeFileSync(file, text);
  return file;
}

test.each([
  ['a byte order mark', (key: string) => `\uFEFF${key}`],
  ['line ends of Windows', (key: string) => key.replaceAll('\n', '\r\n')],
  ['empty lines around it', (key: string) => `\r\n${key}\n\n`],
])('a file whose key has %s is read as one without', (_, change) => {
  const signing = newSigningKey();
  expect(keyIn(fileWith(change(signing)), serviceSettings.SIGNING_KEY)).toContain('PRIVATE KEY');
  const master = `${Buffer.alloc(32, 7).toString('base64')}\n`;
  expect(keyIn(fileWith(change(master)), serviceSettings.MASTER_KEY)).toEqual(Buffer.alloc(32, 7));
});

test('a file that holds no key is reported with its name and what it must hold', () => {
  const file = fileWith('nothing');
  expect(() => keyIn(file, serviceSettings.SIGNING_KEY)).toThrow(
    `Cannot use ${file}: Must be an Ed25519 key as PKCS #8 PEM. Restore it from a backup.`,
  );
});
