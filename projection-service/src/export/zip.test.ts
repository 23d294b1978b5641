import { Buffer } from 'node:buffer';
import { crc32, deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { unzip } from '../../../tests/support/unzip.ts';
import { createZip, type ZipWriter } from './zip.ts';

const date = new Date('2026-11-20T08:30:16Z');

async function archived(write: (zip: ZipWriter) => Promise<void>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const zip = createZip(async (bytes) => void chunks.push(Buffer.from(bytes)), date);
  await write(zip);
  await zip.end();
  return Buffer.concat(chunks);
}

test('an archive contains small, large and already compressed files under their names', async () => {
  const large = 'large '.repeat(10_000);
  const packed = 'packed '.repeat(1_000);
  const archive = await archived(async (zip) => {
    await zip.add('a/été 🎻.md', Buffer.from('small'));
    await zip.add('large.txt', Buffer.from(large));
    const bytes = deflateRawSync(packed);
    async function* read() {
      yield bytes.subarray(0, 10);
      yield bytes.subarray(10);
    }
    await zip.addPacked('packed.txt', {
      crc: crc32(packed),
      size: packed.length,
      packedSize: bytes.length,
      read,
    });
    await zip.add('empty', Buffer.alloc(0));
  });
  expect(archive.length).toBeLessThan(2_000);
  expect([...(await unzip(archive))]).toEqual([
    ['a/été 🎻.md', 'small'],
    ['large.txt', large],
    ['packed.txt', packed],
    ['empty', ''],
  ]);
});

test('an archive contains texts in their order, short and long ones between other files', async () => {
  const texts: [name: string, text: string][] = [
    ['a/été 🎻.md', 'short שלום'],
    ['empty.md', ''],
    ...[4_095, 4_096, 1_366, 100_000, 3].map((length): [string, string] => [`${length}.md`, '漢字🎻'.repeat(length)]),
  ];
  const archive = await archived(async (zip) => {
    for (const [name, text] of texts) zip.addText(name, text);
    await zip.add('other.txt', Buffer.from('other'));
    for (const [name, text] of texts) zip.addText(`again/${name}`, text);
    await zip.flush();
    zip.addText('last', 'last');
  });
  expect(archive.length).toBeLessThan(20_000);
  expect([...(await unzip(archive))]).toEqual([
    ...texts,
    ['other.txt', 'other'],
    ...texts.map(([name, text]) => [`again/${name}`, text]),
    ['last', 'last'],
  ]);
});

test('an empty archive can be read, and an archive may have more than 65,535 files', async () => {
  expect((await unzip(await archived(async () => {}))).size).toBe(0);
  const archive = await archived(async (zip) => {
    for (let n = 0; n < 66_000; n += 1) await zip.add(`${n}`, Buffer.alloc(0));
  });
  expect(archive.readUInt16LE(archive.length - 12)).toBe(0xffff);
  expect(archive.readBigUInt64LE(archive.length - 98 + 32)).toBe(66_000n);
});
