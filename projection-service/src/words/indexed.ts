import {
  areWordsKnown,
  foldText,
  indexedTextsOf,
  knownWordsIn,
  type PlacedAnecdote,
  singleCharactersOf,
  wordsOf,
} from '@anecdotes/contracts';

/** Stands for words that are not listed: of a very long text, or very long themselves. No word begins so. */
export const UNLISTED = '…';

/** How a whole tag, folded, stands among the words. */
export function tagWord(tag: string): string {
  return `#${tag}`;
}

/** How a word of an address stands among the words. */
export function addressWord(word: string): string {
  return `@${word}`;
}

/** How a character that is looked for by itself stands among the words. */
export function characterWord(character: string): string {
  return `·${character}`;
}

const MARKED = /^[…#@·]/;

/** The word itself; undefined for what stands among the words and is none. Words of an address count with `isPlace`. */
export function plainWord(word: string, isPlace: boolean): string | undefined {
  if (!MARKED.test(word)) return word;
  return isPlace && word.startsWith(addressWord('')) ? word.slice(addressWord('').length) : undefined;
}

/**
 * What an anecdote is found by in the index of words: its different words, its whole tags, the words of its address,
 * the characters that are looked for by themselves, and whether these are all.
 */
export function indexedWordsOf(content: PlacedAnecdote, indexed = indexedTextsOf(content)): string[] {
  const address = foldText(content.coordinates?.address ?? '');
  const addressWords = wordsOf(address);
  const isKnown = indexed.isWhole && areWordsKnown([...indexed.words.flat(), ...addressWords]);
  return [
    ...knownWordsIn(indexed),
    ...new Set(content.tags.map((tag) => tagWord(foldText(tag)))),
    ...new Set(addressWords.map(addressWord)),
    ...singleCharactersOf([...indexed.texts, address].join(' ')).map(characterWord),
    ...(isKnown ? [] : [UNLISTED]),
  ];
}
