import { areWordsKnown, type IndexedTexts } from '@anecdotes/contracts';

/** Stands for pairs that are not listed: those of a very long text, and those with a very long word. */
export const UNLISTED_PAIRS = -0x8000;
/** Pairs have numbers of 16 bits; if two pairs share a number, the text of the anecdote decides. */
const NUMBERS = 0xffff;

/** The number of two consecutive words: a 32-bit FNV-1a hash, reduced to 16 bits. */
export function pairNumber(first: string, second: string): number {
  let hash = 0x811c9dc5;
  const text = `${first} ${second}`;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.codePointAt(at) ?? 0;
    if (character > 0xffff) at += 1;
    hash = Math.imul(hash ^ character, 0x01000193);
  }
  return ((hash >>> 0) % NUMBERS) - 0x7fff;
}

/**
 * The numbers of all pairs of consecutive words in the texts of an anecdote, and UNLISTED_PAIRS if these are not all.
 */
export function pairsOf({ words, isWhole }: IndexedTexts): number[] {
  const pairs = new Set(isWhole && words.every(areWordsKnown) ? [] : [UNLISTED_PAIRS]);
  for (const list of words) {
    let before: string | undefined;
    for (const word of list) {
      if (before !== undefined) pairs.add(pairNumber(before, word));
      before = word;
    }
  }
  return [...pairs];
}
