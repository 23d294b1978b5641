import type { SearchField } from '../parameters.ts';
import { foldText } from './fold.ts';
import { type SearchTerm, tagsNamedBy } from './query.ts';
import { stemOf } from './stem.ts';
import { unspacedLettersOf, wordsOf } from './words.ts';

/** Separators: before a tag, and (STEMS) between a text and its stems. No accepted text contains these characters. */
export const TAG_BEGIN = '\u001e';
const STEMS = '\u001d';
/** After this many characters of a text, words are only found as they were written, not in other forms. */
const STEMMED_LENGTH = 2_000;

export type SearchedAnecdote = {
  readonly description: string;
  readonly tags: readonly string[];
  readonly location: string | null;
};

/** An anecdote whose coordinates may have an address from a geocoder. */
export type PlacedAnecdote = SearchedAnecdote & { readonly coordinates: { readonly address: string | null } | null };

/**
 * The texts that a search looks through: each is folded and between spaces, followed by the stems that are not among
 * its words. Stems are in upper case, which folded text never is, so that exact words do not match them.
 */
export type SearchedTexts = {
  readonly description: string;
  readonly tags: readonly string[];
  readonly location: string;
  /** Empty when there is none. */
  readonly address: string;
};

export function searchedTexts({ description, tags, location, coordinates }: PlacedAnecdote): SearchedTexts {
  const address = coordinates?.address ?? '';
  return {
    description: searchedText(description),
    tags: tags.map((tag) => TAG_BEGIN + searchedText(tag)),
    location: searchedText(location ?? ''),
    address: address && searchedText(address),
  };
}

function searchedText(text: string): string {
  const folded = foldText(text);
  const words = new Set(folded.split(' '));
  const stems = new Set<string>();
  for (const word of new Set(wordsOf(folded.slice(0, STEMMED_LENGTH)))) {
    const stem = stemOf(word);
    if (!words.has(stem)) stems.add(stem.toUpperCase());
  }
  return ` ${folded} ${STEMS} ${[...stems].join(' ')} `;
}

/** Longer words are not used to complete or correct what a person types. */
const MAX_KNOWN_LENGTH = 40;

/** The folded texts of an anecdote, cut to STEMMED_LENGTH, the words of each, and whether no text was cut. */
export type IndexedTexts = {
  readonly texts: readonly string[];
  readonly words: readonly (readonly string[])[];
  readonly isWhole: boolean;
};

export function indexedTextsOf({ description, tags, location }: SearchedAnecdote): IndexedTexts {
  const folded = [description, ...tags, location ?? ''].map(foldText);
  const texts = folded.map((text) => text.slice(0, STEMMED_LENGTH));
  return { texts, words: texts.map(wordsOf), isWhole: folded.every(({ length }) => length <= STEMMED_LENGTH) };
}

/** The distinct words of an anecdote, folded, that can complete or correct what a person types. */
export function knownWordsOf(anecdote: SearchedAnecdote): string[] {
  return knownWordsIn(indexedTextsOf(anecdote));
}

/** As `knownWordsOf`, for texts that are already split into words. */
export function knownWordsIn({ words }: IndexedTexts): string[] {
  return [...new Set(words.flat())].filter(({ length }) => length <= MAX_KNOWN_LENGTH);
}

/** True when each word of a folded text is short enough to be a known word, or is in a script without spaces. */
export function areWordsKnown(words: readonly string[]): boolean {
  const long = words.filter(({ length }) => length > MAX_KNOWN_LENGTH);
  return long.every((word) => unspacedLettersOf(word).join('') === word);
}

/** For words of a query, the words that may have been meant. */
export type Meanings = ReadonlyMap<string, readonly string[]>;

/** What one term of a query looks for: one of `needles` in one of `fields`. */
export type TermMatcher = {
  readonly isExcluded: boolean;
  readonly fields: ReadonlySet<SearchField | 'address'>;
  /** Substrings of searched texts. */
  readonly needles: readonly string[];
};

/** What `term` looks for in the texts of an anecdote, including `meanings` of its word; undefined for other terms. */
export function matcherOf(
  term: SearchTerm,
  fields: ReadonlySet<SearchField>,
  meanings: Meanings = new Map(),
): TermMatcher | undefined {
  const { isExcluded } = term;
  switch (term.kind) {
    case 'word':
      return { isExcluded, fields, needles: [...needlesOf(term.text), ...formsOf(meanings.get(term.text) ?? [])] };
    case 'phrase':
      return { isExcluded, fields, needles: [term.text] };
    case 'tag':
      return {
        isExcluded,
        fields: new Set(['tags']),
        needles: tagsNamedBy(term.text).map((tag) => `${TAG_BEGIN} ${tag} ${STEMS}`),
      };
    case 'place':
      return { isExcluded, fields: new Set(['location', 'address']), needles: needlesOf(term.text) };
    default:
      return undefined;
  }
}

/** The word itself, anywhere, and its other forms. If the word is a stem, they contain it, unless it ends with `y`. */
function needlesOf(word: string): string[] {
  const stem = stemOf(word);
  if (stem === word) return stem.endsWith('y') ? [word, listed(stem)] : [word];
  return [word, ...formsOf([word])];
}

/** The substrings of a searched text that has one of `words` in any form, as a whole word. */
function formsOf(words: readonly string[]): string[] {
  const stems = new Set(words.map(stemOf).filter((stem) => stem !== ''));
  return [...stems].flatMap((stem) => [` ${stem} `, listed(stem)]);
}

/** A stem as it is listed after a text. */
function listed(stem: string): string {
  return ` ${stem.toUpperCase()} `;
}

export const searchWeights: Readonly<Record<SearchField, number>> = { description: 3, tags: 2, location: 1 };

/** How well the texts match a term: 3 for the description, 2 for each tag, 1 for the place; 0 is no hit. */
export function weightOf(
  { fields, needles }: TermMatcher,
  { description, tags, location, address }: SearchedTexts,
): number {
  const has = (text: string) => needles.some((needle) => text.includes(needle));
  let weight = 0;
  if (fields.has('description') && has(description)) weight += searchWeights.description;
  if (fields.has('tags')) weight += tags.filter(has).length * searchWeights.tags;
  const isInPlace = (fields.has('location') && has(location)) || (fields.has('address') && has(address));
  return isInPlace ? weight + searchWeights.location : weight;
}
