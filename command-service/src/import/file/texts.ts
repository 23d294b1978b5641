import { limits, normaliseTags } from '@anecdotes/contracts';
import { UnreadableFile } from './found.ts';

/** `text` of another program as it can be kept: with plain line ends, without what no text can hold. */
export function cleaned(text: string): string {
  return text
    .replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replaceAll(/[^\P{Cc}\t\n]|\uFFFC/gu, '')
    .toWellFormed()
    .trim();
}

/** Tags of another program as they can be kept: what is no tag here is left out. */
export function cleanedTags(tags: readonly unknown[]): string[] {
  const texts = tags.flatMap((tag) => (typeof tag === 'string' || typeof tag === 'number' ? String(tag) : []));
  const plain = texts.map((tag) =>
    cleaned(tag)
      .replaceAll(/[,\s]+/g, ' ')
      .replace(/^#/, ''),
  );
  return normaliseTags(plain)
    .filter((tag) => Array.from(tag).length <= limits.tag)
    .slice(0, limits.tags);
}

/** The words of a text that begin with a hash. */
export function hashTags(text: string): string[] {
  return [...text.matchAll(/(?<=^|\s)#([\p{L}\p{N}_][\p{L}\p{N}_/-]*)/gu)].flatMap(([, tag = '']) =>
    /^\d+$/.test(tag) ? [] : tag,
  );
}

/** A place as it can be kept; null where there is none. */
export function cleanedPlace(...parts: readonly unknown[]): string | null {
  const texts = parts.filter((part) => typeof part === 'string').map((part) => cleaned(part).replaceAll(/\s+/g, ' '));
  const place = [...new Set(texts)].filter((text) => text !== '').join(', ');
  return Array.from(place).slice(0, limits.location).join('').trim() || null;
}

/** A point, where both are numbers on the earth. */
export function pointOf(latitude: unknown, longitude: unknown, address: string | null = null) {
  const [lat, lng] = [Number(latitude ?? Number.NaN), Number(longitude ?? Number.NaN)];
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && latitude !== '' ? { lat, lng, address } : null;
}

/** The text of a file in UTF-8, or in UTF-16 with its mark. Throws UnreadableFile. */
export function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFile('The text is not in UTF-8');
  }
}

/** All of `chunks`, as long as they are no larger than one entry may be. Throws UnreadableFile. */
export async function whole(
  chunks: AsyncIterable<Uint8Array>,
  most: number = limits.importEntryBytes,
): Promise<Buffer> {
  const all: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > most) throw new UnreadableFile('An entry is too large');
    all.push(chunk);
  }
  return Buffer.concat(all);
}
