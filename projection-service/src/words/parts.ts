import {
  type SearchQuery,
  type SearchTerm,
  singleCharactersOf,
  stemOf,
  tagsNamedBy,
  unspacedLettersOf,
  wordsOf,
} from '@anecdotes/contracts';
import { containing } from '../anecdotes/search-text.ts';
import { addressWord, characterWord, plainWord, tagWord } from './indexed.ts';

/** A part of a term: every anecdote with the term has one of the part's forms among its words. */
export type Part = {
  /** LIKE patterns of the forms. */
  readonly patterns: readonly string[];
  isForm(word: string): boolean;
  /** True for a single letter, which most words contain. */
  readonly isLetter: boolean;
  /** True if the reverse holds too: every anecdote with one of its forms has the term. */
  readonly decides: boolean;
  /** The term, if it is a plain word. */
  readonly word?: string;
};

/** The parts that a term is looked up by. */
export type TermParts = {
  readonly parts: readonly Part[];
  /** The text of the term, if its parts must follow each other. */
  readonly phrase?: string;
};

/** The parts of the terms that are texts and not excluded. */
export function partsOf(query: SearchQuery): TermParts[] {
  return query.flatMap((term) => ('text' in term && !term.isExcluded ? partsOfTerm(term) : []));
}

function partsOfTerm({ kind, text }: SearchTerm & { text: string }): TermParts[] {
  if (kind === 'tag') return [{ parts: [{ ...oneOf(tagsNamedBy(text).map(tagWord)), decides: true }] }];
  const words = wordsOf(text);
  const isUnspaced = unspacedLettersOf(text).length > 0;
  if (kind !== 'phrase' && words[0] === text && !isUnspaced) {
    return [{ parts: [wordPart(text, kind === 'place')] }];
  }
  const characters = { parts: singleCharactersOf(text).map((one) => oneOf([characterWord(one)])) };
  // Text without spaces is found by its letters.
  if (isUnspaced) return [characters];
  const last = words.length - 1;
  const parts = words.map((word, index) => pieceOf(word, index === 0, index === last, kind === 'place'));
  return [{ parts, ...(kind !== 'place' && last > 0 && { phrase: text }) }, characters];
}

function oneOf(texts: readonly string[]): Part {
  return { patterns: texts.map(escaped), isForm: (word) => texts.includes(word), isLetter: false, decides: false };
}

/** A word, also inside of other words and in its other forms; with `isPlace` also in an address. */
function wordPart(text: string, isPlace: boolean): Part {
  const stems = new Set([stemOf(text)]);
  const patterns = patternsOfStem(stemOf(text));
  return {
    patterns: [containing(text), ...patterns, ...(isPlace ? patterns.map(addressWord) : [])],
    isForm: (word) => {
      const plain = plainWord(word, isPlace);
      return plain !== undefined && (plain.includes(text) || isFormOf(stems, plain));
    },
    isLetter: isLetter(text),
    decides: !isPlace && areStable(stems),
    ...(!isPlace && { word: text }),
  };
}

/** A mistyped word and the words that it may have meant, in all their forms. */
export function mistypedPart(word: string, meant: readonly string[]): Part {
  const stems = new Set([word, ...meant].map(stemOf));
  const patterns = [...stems].flatMap(patternsOfStem);
  return { patterns, isForm: (word) => isFormOf(stems, word), isLetter: false, decides: areStable(stems) };
}

/** One of several consecutive words: the first may be the end of a longer word, the last the beginning of one. */
function pieceOf(word: string, isFirst: boolean, isLast: boolean, isPlace: boolean): Part {
  const text = isLast ? word.replace(/['’]s?$/, '') : word;
  const pattern = `${isFirst ? '%' : ''}${escaped(text)}${isLast ? '%' : ''}`;
  return {
    patterns: isPlace ? [pattern, addressWord(pattern)] : [pattern],
    isForm: (other) => {
      const plain = plainWord(other, isPlace);
      if (plain === undefined) return false;
      if (isFirst && isLast) return plain.includes(text);
      return isFirst ? plain.endsWith(text) : isLast ? plain.startsWith(text) : plain === text;
    },
    isLetter: (isFirst || isLast) && isLetter(text),
    decides: false,
  };
}

function isFormOf(stems: ReadonlySet<string>, word: string): boolean {
  return stems.has(word) || stems.has(stemOf(word));
}

function isLetter(text: string): boolean {
  return /^[a-z0-9]$/.test(text);
}

/** Patterns of the words that may have the stem. */
function patternsOfStem(stem: string): string[] {
  const beginnings = stem.endsWith('y') ? [stem, `${stem.slice(0, -1)}ie`] : [stem];
  return beginnings.map((beginning) => `${escaped(beginning)}%`);
}

/** A LIKE pattern of exactly `text`: none of its characters is a wildcard. */
function escaped(text: string): string {
  return containing(text).slice(1, -1);
}

/**
 * False if the stem of a stem differs from it, as for `embedding`: `embed` is then among its forms in the index, but a
 * search does not find a text by that stem.
 */
function areStable(stems: ReadonlySet<string>): boolean {
  return [...stems].every((stem) => stemOf(stem) === stem);
}
