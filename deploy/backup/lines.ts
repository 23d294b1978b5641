import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';
import { Decrypter } from 'age-encryption';
import { createEncrypter } from './encrypter.ts';
import { BackupRefused } from './refused.ts';
import { writeWhole } from './write-whole.ts';

/** A file of a backup, as its manifest names it. */
export type DataFile = { readonly name: string; readonly bytes: number; readonly sha256: string };

const CHUNK_CHARACTERS = 256 * 1024;
const CHUNK_BYTES = 64 * 1024;
const LINE_END = 0x0a;

/**
 * Writes `lines` into a new file in `folder`: compressed with gzip and, if there are `recipients`, encrypted in the age
 * format. The file gets its final name, `name` with the extensions for these, when all of it is on the disk.
 */
export async function writeLines(
  folder: string,
  name: string,
  lines: AsyncIterable<string>,
  recipients: readonly string[],
): Promise<DataFile> {
  const whole = `${name}.ndjson.gz${recipients.length > 0 ? '.age' : ''}`;
  const hash = createHash('sha256');
  let bytes = 0;
  await writeWhole(folder, whole, async (write) => {
    const gzip = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: CHUNK_BYTES });
    await pipeline(Readable.from(inChunks(lines), { objectMode: false }), gzip, async (compressed) => {
      for await (const chunk of await encrypted(compressed, recipients)) {
        hash.update(chunk);
        bytes += chunk.length;
        await write(chunk);
      }
    });
  });
  return { name: whole, bytes, sha256: hash.digest('hex') };
}

async function* inChunks(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let text = '';
  for await (const line of lines) {
    text += `${line}\n`;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

async function encrypted(
  compressed: AsyncIterable<Uint8Array>,
  recipients: readonly string[],
): Promise<AsyncIterable<Uint8Array>> {
  if (recipients.length === 0) return compressed;
  const encrypter = createEncrypter(recipients);
  return encrypter.encrypt(ReadableStream.from(compressed)) as Promise<AsyncIterable<Uint8Array>>;
}

/** What is wrong with a file of `folder`, as a sentence; undefined when it is as the manifest says, byte for byte. */
export async function faultOf(folder: string, { name, bytes, sha256 }: DataFile): Promise<string | undefined> {
  const hash = createHash('sha256');
  let found = 0;
  try {
    for await (const chunk of createReadStream(join(folder, name)) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      found += chunk.length;
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? `${name} is missing.` : `${name} cannot be read (${code}).`;
  }
  if (found !== bytes) return `${name} has ${found} bytes instead of ${bytes}.`;
  return hash.digest('hex') === sha256 ? undefined : `${name} was changed: its SHA-256 differs from the manifest.`;
}

/** All of `lines`. */
export async function collect(lines: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

/** Thrown for a file that the given private keys do not decrypt. */
export class NotDecrypted extends BackupRefused {}

/**
 * The lines of a file in `folder`. The age keys `identities` decrypt it if it is encrypted. Throws BackupRefused,
 * NotDecrypted if it is encrypted for other keys, and ConfigurationError for a mistyped key.
 */
export async function* readLines(
  folder: string,
  { name }: Pick<DataFile, 'name'>,
  identities: readonly string[],
): AsyncGenerator<string, void, void> {
  const open = () => createReadStream(join(folder, name), { highWaterMark: CHUNK_CHARACTERS });
  const compressed = name.endsWith('.age') ? await decrypted(open, name, identities) : open();
  const gunzip = createGunzip();
  const feeding = pipeline(compressed, gunzip).catch((error: unknown) => gunzip.destroy(error as Error));
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of gunzip as AsyncIterable<Buffer>) {
    let bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let end = bytes.indexOf(LINE_END); end >= 0; end = bytes.indexOf(LINE_END)) {
      yield bytes.toString('utf8', 0, end);
      bytes = bytes.subarray(end + 1);
    }
    rest = bytes;
  }
  await feeding;
  if (rest.length > 0) throw new BackupRefused(`The last line of ${name} is incomplete.`);
}

async function decrypted(
  open: () => AsyncIterable<Uint8Array>,
  name: string,
  identities: readonly string[],
): Promise<AsyncIterable<Uint8Array>> {
  if (identities.length === 0) {
    throw new NotDecrypted(`${name} is encrypted. Set BACKUP_AGE_IDENTITY_FILE to the file with the private key.`);
  }
  const decrypter = new Decrypter();
  try {
    for (const identity of identities) decrypter.addIdentity(identity);
  } catch {
    // The message of this error shows the key.
    throw new ConfigurationError('Wrong setting. BACKUP_AGE_IDENTITY: A private key is mistyped');
  }
  try {
    return (await decrypter.decrypt(ReadableStream.from(open()))) as AsyncIterable<Uint8Array>;
  } catch (cause) {
    throw new NotDecrypted(`${name} is encrypted for another key than that of BACKUP_AGE_IDENTITY.`, { cause });
  }
}
