import { crc32, deflateRawSync } from 'node:zlib';
import { MAX_BYTES_PER_UNIT } from './text-buffer.ts';

/** The content of a file, already compressed with raw deflate. */
export type Packed = {
  readonly crc: number;
  /** The bytes before and after compression. */
  readonly size: number;
  readonly packedSize: number;
  read(): AsyncIterable<Uint8Array>;
};

export type ZipWriter = {
  add(name: string, content: Uint8Array): Promise<void>;
  /** Adds a text as a file. It is kept in memory until `flush`, or until another kind of content is added. */
  addText(name: string, text: string): void;
  flush(): Promise<void>;
  addPacked(name: string, packed: Packed): Promise<void>;
  /** Writes the directory. */
  end(): Promise<void>;
};

/** Smaller files are stored uncompressed: compressing them would cost more than it saves. */
const COMPRESSED_FROM = 4_096;
export const COMPRESSION_LEVEL = 1;

const STORED = 0;
const DEFLATED = 8;
/** Names are UTF-8. */
const FLAGS = 0x0800;
const VERSION = 20;
const VERSION_64 = 45;
/** The value of a field whose number is too large for it; the number is then in an extra field. */
const MORE = 0xffff_ffff;
const MANY = 0xffff;
const LOCAL_HEADER = 30;
const TEXTS_AT_ONCE = 256 * 1024;
const RECORDS_AT_ONCE = 128 * 1024;
const DIRECTORY_RECORD = 46;
/** The longest extra field of a directory record. */
const LARGE_NUMBERS = 28;

type Entry = Omit<Packed, 'read'> & { readonly name: Uint8Array; readonly method: number; readonly offset: number };

/**
 * Writes a zip archive to `put`, file after file. The memory with texts is reused once `put` has resolved. Keeps about
 * 150 bytes of each file until the directory is written. (Libraries keep an object for each file, and write each field
 * of each header separately.)
 */
export function createZip(put: (bytes: Uint8Array) => Promise<void>, date: Date): ZipWriter {
  const time = dosTimeOf(date);
  const directory: Uint8Array[] = [];
  let records = Buffer.allocUnsafe(RECORDS_AT_ONCE);
  let recorded = 0;
  let entries = 0;
  let offset = 0;
  const list = (entry: Entry) => {
    entries += 1;
    const most = DIRECTORY_RECORD + entry.name.length + LARGE_NUMBERS;
    if (recorded + most > records.length) {
      endRecords();
      records = Buffer.allocUnsafe(Math.max(RECORDS_AT_ONCE, most));
    }
    recorded += writeDirectoryRecord(records, recorded, entry, time);
  };
  const endRecords = () => {
    directory.push(records.subarray(0, recorded));
    recorded = 0;
  };

  let texts = Buffer.allocUnsafe(TEXTS_AT_ONCE);
  let used = 0;
  const flush = async () => {
    const bytes = texts.subarray(0, used);
    used = 0;
    if (bytes.length > 0) await put(bytes);
  };

  const write = async (bytes: Uint8Array) => {
    offset += bytes.length;
    await put(bytes);
  };
  const begin = async (entry: Omit<Entry, 'offset'>) => {
    await flush();
    list({ ...entry, offset });
    await write(localHeader({ ...entry, offset }, time));
  };
  return {
    async add(name, content) {
      const { packed, ...figures } = packedOf(content);
      await begin({ ...figures, name: Buffer.from(name) });
      await write(packed);
    },
    addText(name, text) {
      const most = used + LOCAL_HEADER + MAX_BYTES_PER_UNIT * (name.length + text.length);
      if (most > texts.length) texts = Buffer.concat([texts.subarray(0, used)], 2 * most);
      const nameStart = used + LOCAL_HEADER;
      const start = nameStart + texts.write(name, nameStart);
      const content = texts.subarray(start, start + texts.write(text, start));
      const { packed, ...figures } = packedOf(content);
      const entry = { ...figures, name: texts.subarray(nameStart, start), offset };
      list(entry);
      writeLocalHeader(texts, used, entry, time);
      if (packed !== content) texts.set(packed, start);
      offset += start + packed.length - used;
      used = start + packed.length;
    },
    flush,
    async addPacked(name, packed) {
      await begin({ ...packed, name: Buffer.from(name), method: DEFLATED });
      for await (const chunk of packed.read()) await write(chunk);
    },
    async end() {
      await flush();
      endRecords();
      const from = offset;
      for (const chunk of directory) await write(chunk);
      await write(endOf({ entries, from, size: offset - from }));
    },
  };
}

function packedOf(content: Uint8Array) {
  const isStored = content.length < COMPRESSED_FROM;
  const packed = isStored ? content : deflateRawSync(content, { level: COMPRESSION_LEVEL });
  const method = isStored ? STORED : DEFLATED;
  return { packed, method, crc: crc32(content), size: content.length, packedSize: packed.length };
}

function localHeader(entry: Entry, time: number): Buffer {
  const { name, size, packedSize } = entry;
  const isLarge = size >= MORE || packedSize >= MORE;
  const header = Buffer.alloc(LOCAL_HEADER + name.length + (isLarge ? 20 : 0));
  writeLocalHeader(header, 0, entry, time);
  header.set(name, LOCAL_HEADER);
  if (isLarge) writeLargeNumbers(header, LOCAL_HEADER + name.length, [size, packedSize]);
  return header;
}

/**
 * Writes a local header without its parts of variable length: the name, and numbers that are too large for their
 * fields.
 */
function writeLocalHeader(target: Buffer, at: number, entry: Entry, time: number): void {
  const isLarge = entry.size >= MORE || entry.packedSize >= MORE;
  target.writeUInt32LE(0x0403_4b50, at);
  writeCommonFields(target, at + 4, entry, time, isLarge);
  target.writeUInt16LE(isLarge ? 20 : 0, at + 28);
}

/** Writes the fields that a local header and a record of the directory have in common, in the same order. */
function writeCommonFields(
  target: Buffer,
  at: number,
  { name, method, crc, size, packedSize }: Entry,
  time: number,
  isLarge: boolean,
): void {
  target.writeUInt16LE(isLarge ? VERSION_64 : VERSION, at);
  target.writeUInt16LE(FLAGS, at + 2);
  target.writeUInt16LE(method, at + 4);
  target.writeUInt32LE(time, at + 6);
  target.writeUInt32LE(crc, at + 10);
  target.writeUInt32LE(isLarge ? MORE : packedSize, at + 14);
  target.writeUInt32LE(isLarge ? MORE : size, at + 18);
  target.writeUInt16LE(name.length, at + 22);
}

/** Writes the record of a file in the directory. Returns its length. */
function writeDirectoryRecord(target: Buffer, at: number, entry: Entry, time: number): number {
  const { name, size, packedSize, offset } = entry;
  const isLarge = size >= MORE || packedSize >= MORE || offset >= MORE;
  const extra = isLarge ? LARGE_NUMBERS : 0;
  target.fill(0, at, at + DIRECTORY_RECORD);
  target.writeUInt32LE(0x0201_4b50, at);
  target.writeUInt16LE(isLarge ? VERSION_64 : VERSION, at + 4);
  writeCommonFields(target, at + 6, entry, time, isLarge);
  target.writeUInt16LE(extra, at + 30);
  target.writeUInt32LE(isLarge ? MORE : offset, at + 42);
  target.set(name, at + DIRECTORY_RECORD);
  const end = at + DIRECTORY_RECORD + name.length;
  if (isLarge) writeLargeNumbers(target, end, [size, packedSize, offset]);
  return end + extra - at;
}

function writeLargeNumbers(target: Buffer, at: number, numbers: readonly number[]): void {
  target.writeUInt16LE(1, at);
  target.writeUInt16LE(8 * numbers.length, at + 2);
  for (const [index, number] of numbers.entries()) target.writeBigUInt64LE(BigInt(number), at + 4 + 8 * index);
}

/** The records that follow the directory, which is `size` bytes from the byte `from`. */
function endOf({ entries, from, size }: { entries: number; from: number; size: number }): Buffer {
  const isLarge = entries >= MANY || from >= MORE || size >= MORE;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(isLarge ? MANY : entries, 8);
  end.writeUInt16LE(isLarge ? MANY : entries, 10);
  end.writeUInt32LE(isLarge ? MORE : size, 12);
  end.writeUInt32LE(isLarge ? MORE : from, 16);
  if (!isLarge) return end;
  const large = Buffer.alloc(76);
  large.writeUInt32LE(0x0606_4b50, 0);
  large.writeBigUInt64LE(44n, 4);
  large.writeUInt16LE(VERSION_64, 12);
  large.writeUInt16LE(VERSION_64, 14);
  large.writeBigUInt64LE(BigInt(entries), 24);
  large.writeBigUInt64LE(BigInt(entries), 32);
  large.writeBigUInt64LE(BigInt(size), 40);
  large.writeBigUInt64LE(BigInt(from), 48);
  large.writeUInt32LE(0x0706_4b50, 56);
  large.writeBigUInt64LE(BigInt(from + size), 64);
  large.writeUInt32LE(1, 72);
  return Buffer.concat([large, end]);
}

/**
 * Date and time in the format of zip archives. They are in UTC, because the archive may be read in another time zone.
 */
function dosTimeOf(date: Date): number {
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  const day = ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  return ((day << 16) | time) >>> 0;
}
