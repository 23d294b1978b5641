import { areWordsKnown, type IndexedTexts } from '@anecdotes/contracts';

/** Stands for pairs that are not listed: of a very long text, or with a very long word. */
export const UNLISTED_PAIRS = -0x8000;
/** Pairs are numbered in 16 bits; those that share a number are told apart by the text. */
const NUMBERS = 0xffff;

/** The number of two words that stand one behind the other: 32-bit FNV-1a, made shorter. */
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

/** The numbers of the words that stand one behind the other in the texts of an anecdote, and whether these are all. */
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
