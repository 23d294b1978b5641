import { areWordsKnown, indexedTextsOf, type SearchedAnecdote, wordsOf } from '@anecdotes/contracts';

/** Stands for pairs that are not listed: of a very long text, or with a very long word. */
export const UNLISTED_PAIRS = -0x8000;
/** Pairs are numbered in 16 bits; those that share a number are told apart by the text. */
const NUMBERS = 0xffff;

/** The number of two words that stand one behind the other: 32-bit FNV-1a, made shorter. */
export function pairNumber(first: string, second: string): number {
  let hash = 0x811c9dc5;
  for (const unit of `${first} ${second}`) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193);
  return ((hash >>> 0) % NUMBERS) - 0x7fff;
}

/** The numbers of the words that stand one behind the other in an anecdote, and whether these are all. */
export function pairsOf(content: SearchedAnecdote): number[] {
  const { texts, isWhole } = indexedTextsOf(content);
  const pairs = new Set(isWhole && texts.every(areWordsKnown) ? [] : [UNLISTED_PAIRS]);
  for (const text of texts) {
    let before: string | undefined;
    for (const word of wordsOf(text)) {
      if (before !== undefined) pairs.add(pairNumber(before, word));
      before = word;
    }
  }
  return [...pairs];
}
