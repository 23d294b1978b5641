import { beginningOf, limits, normaliseTags, withoutHiddenCharacters } from '@anecdotes/contracts';
import { namesLeftOut, UnreadableFile } from './found.ts';

/** `text` of another program as it can be stored: trimmed, with `\n` as line end, without invalid characters. */
export function cleaned(text: string): string {
  return text
    .replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replaceAll(/[^\P{Cc}\t\n]|\uFFFC/gu, '')
    .toWellFormed()
    .trim();
}

type CleanedTags = {
  readonly tags: string[];
  /** The reasons for `withLeftOut` if tags are too long or too many. */
  readonly tagProblems: readonly (string | undefined)[];
};

/**
 * Tags as they can be stored. Other programs write a `#` before a tag; in an export of our own (`isOwn`) it is part of
 * the tag.
 */
export function cleanedTags(tags: readonly unknown[], { isOwn = false }: { isOwn?: boolean } = {}): CleanedTags {
  const texts = tags.flatMap((tag) => (typeof tag === 'string' || typeof tag === 'number' ? String(tag) : []));
  const plain = texts.map((tag) => cleaned(withoutHiddenCharacters(tag)).replaceAll(/[,\s]+/g, ' '));
  const all = normaliseTags(isOwn ? plain : plain.map((tag) => tag.replace(/^#/, '')));
  const isLong = (tag: string) => Array.from(tag).length > limits.tag;
  const storable = all.filter((tag) => !isLong(tag));
  return {
    tags: storable.slice(0, limits.tags),
    tagProblems: [
      namesLeftOut(`Tags of more than ${limits.tag} characters`, all.filter(isLong)),
      namesLeftOut(`Tags after the first ${limits.tags}`, storable.slice(limits.tags)),
    ],
  };
}

const inlineCode = /(?<!`)`+[^`\n]+`+/g;

/** A text in Markdown without its code, in which `#` and `[[` have no meaning. */
export function withoutCode(text: string): string {
  let open: string | undefined;
  const lines = text.split('\n').filter((line) => {
    const [, fence, after = ''] = /^[ \t>]*(`{3,}|~{3,})(.*)/.exec(line) ?? [];
    const isInside = open !== undefined;
    if (open === undefined) open = after.includes('`') ? undefined : fence;
    else if (fence?.startsWith(open) && after.trim() === '') open = undefined;
    return !isInside && open === undefined;
  });
  return lines.join('\n').replaceAll(inlineCode, '');
}

const hashTag = /(?<=^|\s)#(?:\[\[([^[\]\n]+)\]\]|([\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_/-]|[\u200c\u200d](?=\p{L}))*))/gu;

/**
 * The hashtags in a text, also `#[[two words]]`, without the `#`, without those in code and without those that are
 * numbers.
 */
export function hashTags(text: string): string[] {
  return [...withoutCode(text).matchAll(hashTag)].flatMap(([, words, tag = words ?? '']) =>
    /^\d+$/.test(tag) ? [] : tag,
  );
}

/** The parts of a place, joined as they can be stored; null if there are none. */
export function cleanedPlace(...parts: readonly unknown[]): string | null {
  const texts = parts.filter((part) => typeof part === 'string').map((part) => cleaned(part).replaceAll(/\s+/g, ' '));
  const place = [...new Set(texts)].filter((text) => text !== '').join(', ');
  return beginningOf(place, limits.location).trim() || null;
}

/** The text of a file in UTF-8, or in UTF-16 with a byte order mark. Throws UnreadableFile. */
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

/** All bytes of `chunks`. Throws UnreadableFile if there are more than `most`. */
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
