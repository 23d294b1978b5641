import type { SearchField } from '../parameters.ts';
import { foldText } from './fold.ts';
import type { SearchTerm } from './query.ts';
import { stemOf } from './stem.ts';
import { wordsOf } from './words.ts';

/** Stands in front of a tag, and behind the text where its stems begin; no text that is accepted anywhere has these. */
export const TAG_BEGIN = '\u001e';
const STEMS = '\u001d';
/** Behind this many characters words are only found as they were written. */
const STEMMED_LENGTH = 2_000;

export type SearchedAnecdote = {
  readonly description: string;
  readonly tags: readonly string[];
  readonly location: string | null;
};

/** What a search looks through: each text folded, between spaces, then the stems that are not among its words. */
export type SearchedTexts = {
  readonly description: string;
  readonly tags: readonly string[];
  readonly location: string;
};

export function searchedTexts({ description, tags, location }: SearchedAnecdote): SearchedTexts {
  return {
    description: searchedText(description),
    tags: tags.map((tag) => TAG_BEGIN + searchedText(tag)),
    location: searchedText(location ?? ''),
  };
}

function searchedText(text: string): string {
  const folded = foldText(text);
  const words = new Set(folded.split(' '));
  const stems = new Set<string>();
  for (const word of wordsOf(folded.slice(0, STEMMED_LENGTH))) {
    const stem = stemOf(word);
    if (!words.has(stem)) stems.add(stem);
  }
  return ` ${folded} ${STEMS} ${[...stems].join(' ')} `;
}

/** Longer ones are none that a person would complete or mistype. */
const MAX_KNOWN_LENGTH = 40;

/** The different words of an anecdote, folded, and whether there are no others in a very long text. */
export function wordListOf({ description, tags, location }: SearchedAnecdote): { words: string[]; isWhole: boolean } {
  const texts = [description, ...tags, location ?? ''].map(foldText);
  const all = [...new Set(texts.flatMap((text) => wordsOf(text.slice(0, STEMMED_LENGTH))))];
  const words = all.filter((word) => word.length <= MAX_KNOWN_LENGTH);
  return { words, isWhole: words.length === all.length && texts.every(({ length }) => length <= STEMMED_LENGTH) };
}

/** The different words of an anecdote that a person would complete or mistype, folded. */
export function knownWordsOf(anecdote: SearchedAnecdote): string[] {
  return wordListOf(anecdote).words;
}

/** A word of a query with what it may have been meant to be. */
export type Meanings = ReadonlyMap<string, readonly string[]>;

/** What one term of a query looks for: one of `needles` in one of `fields`. */
export type Sought = {
  readonly isExcluded: boolean;
  readonly fields: ReadonlySet<SearchField>;
  /** Parts of searched texts. */
  readonly needles: readonly string[];
};

/** What a `term` looks for in the texts of an anecdote, with the other meanings of its word; undefined for other terms. */
export function soughtBy(
  term: SearchTerm,
  fields: ReadonlySet<SearchField>,
  meanings: Meanings = new Map(),
): Sought | undefined {
  const { isExcluded } = term;
  switch (term.kind) {
    case 'word':
      return { isExcluded, fields, needles: [term.text, ...(meanings.get(term.text) ?? [])].flatMap(needlesOf) };
    case 'phrase':
      return { isExcluded, fields, needles: [term.text] };
    case 'tag':
      return { isExcluded, fields: new Set(['tags']), needles: [`${TAG_BEGIN} ${term.text} ${STEMS}`] };
    case 'place':
      return { isExcluded, fields: new Set(['location']), needles: needlesOf(term.text) };
    default:
      return undefined;
  }
}

/** A word as such, anywhere, and its stem as a whole word. */
function needlesOf(word: string): string[] {
  const stem = stemOf(word);
  return stem === word || stem === '' ? [word] : [word, ` ${stem} `];
}

export const searchWeights: Readonly<Record<SearchField, number>> = { description: 3, tags: 2, location: 1 };

/** How much the texts have of what is `sought`: 3 for the description, 2 for each tag, 1 for the location; 0 is no hit. */
export function weightOf({ fields, needles }: Sought, { description, tags, location }: SearchedTexts): number {
  const has = (text: string) => needles.some((needle) => text.includes(needle));
  let weight = 0;
  if (fields.has('description') && has(description)) weight += searchWeights.description;
  if (fields.has('tags')) weight += tags.filter(has).length * searchWeights.tags;
  if (fields.has('location') && has(location)) weight += searchWeights.location;
  return weight;
}
