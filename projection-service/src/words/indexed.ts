import {
  areWordsKnown,
  foldText,
  indexedTextsOf,
  knownWordsIn,
  type PlacedAnecdote,
  singleCharactersOf,
  wordsOf,
} from '@anecdotes/contracts';

/**
 * Stands for words that are not listed: those of a very long text, and very long words. No word begins with this
 * character.
 */
export const UNLISTED = '…';

/** The entry for a whole tag, folded, among the words. */
export function tagWord(tag: string): string {
  return `#${tag}`;
}

/** The entry for a word of an address among the words. */
export function addressWord(word: string): string {
  return `@${word}`;
}

/** The entry for a character that is searched for on its own among the words. */
export function characterWord(character: string): string {
  return `·${character}`;
}

const MARKED = /^[…#@·]/;

/**
 * The word of an entry; undefined for an entry that is not a word. With `isPlace`, words of an address count as well.
 */
export function plainWord(word: string, isPlace: boolean): string | undefined {
  if (!MARKED.test(word)) return word;
  return isPlace && word.startsWith(addressWord('')) ? word.slice(addressWord('').length) : undefined;
}

/**
 * The entries by which an anecdote is found in the index of words: its different words, its whole tags, the words of
 * its address, characters that are searched for on their own, and UNLISTED if these are not all.
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
