import { stemOf } from './stem.ts';

/** Words shorter than this must be typed without a mistake. */
const TYPO_FROM_LENGTH = 5;
/** For words shorter than this there are no suggestions, because they look like too many others. */
const SUGGESTIONS_FROM_LENGTH = 3;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*|\p{Extended_Pictographic}/gu;
/** Letters of scripts that are written without spaces between words. */
const UNSPACED =
  /(?=\p{L})[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/gu;
const SIGN = /(?!\p{Extended_Pictographic})[\p{S}\p{P}]/gu;
/** ASCII text, and patterns that find the same words and signs in it in a fraction of the time. */
const PLAIN = /^[ -~]*$/;
const PLAIN_WORD = /[A-Za-z0-9][A-Za-z0-9'-]*/g;
const PLAIN_SIGN = /[!-/:-@[-`{-~]/g;

/** The words of a folded text; an emoji is one. */
export function wordsOf(text: string): string[] {
  return text.match(PLAIN.test(text) ? PLAIN_WORD : WORD) ?? [];
}

/** The words of a folded text with the code unit at which each begins. */
export function wordsWithOffsets(text: string): { word: string; start: number }[] {
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({ word, start: index }));
}

/** The letters of a text that are written without spaces between words. */
export function unspacedLettersOf(text: string): string[] {
  return PLAIN.test(text) ? [] : (text.match(UNSPACED) ?? []);
}

/** The distinct characters of a text that are searched one by one: letters of scripts without spaces, and signs. */
export function singleCharactersOf(text: string): string[] {
  const signs = text.match(PLAIN.test(text) ? PLAIN_SIGN : SIGN) ?? [];
  return [...new Set([...unspacedLettersOf(text), ...signs])];
}

/** True for a word in which one typing mistake is tolerated. */
export function allowsTypo(text: string): boolean {
  return lengthOf(text) >= TYPO_FROM_LENGTH && wordsOf(text)[0] === text && unspacedLettersOf(text).length === 0;
}

/** True for a word that is long enough to suggest others for it. */
export function canGetSuggestions(text: string): boolean {
  return lengthOf(text) >= SUGGESTIONS_FROM_LENGTH && wordsOf(text)[0] === text;
}

/** True when one letter was inserted, left out, changed or swapped with its neighbour. */
export function isOneTypoFrom(word: string, meant: string): boolean {
  return editDistance(word, meant, 1) === 1;
}

/** A query with one of its words replaced by one that looks like it. */
type Suggestion = { readonly query: string; readonly distance: number };

/** The folded `query` with its `word` replaced by each of the `known` words that look like it, nearest first. */
export function suggestionsFor(query: string, word: string, known: readonly string[]): Suggestion[] {
  const stem = stemOf(word);
  // A word with a known form was not mistyped.
  if (known.some((other) => stemOf(other) === stem)) return [];
  const most = allowsTypo(word) ? 2 : 1;
  const { beginning, end } = halvesOf(word);
  return known
    .filter((other) => other.startsWith(beginning) || other.endsWith(end))
    .map((other) => ({ other, distance: editDistance(word, other, most) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance || (a.other < b.other ? -1 : 1))
    .map(({ other, distance }) => ({
      query: query.replace(WORD, (found) => (found === word ? other : found)),
      distance,
    }));
}

/**
 * The two halves of a word without its middle letter, because a swap may reach over the middle. One edit leaves at
 * least one half unchanged, so the word that was meant begins or ends with it.
 */
export function halvesOf(word: string): { beginning: string; end: string } {
  const letters = Array.from(word);
  const middle = Math.floor(letters.length / 2);
  return { beginning: letters.slice(0, middle).join(''), end: letters.slice(middle + 1).join('') };
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}

/**
 * How many letters must be inserted, left out, changed or swapped with a neighbour to turn `a` into `b` (optimal string
 * alignment distance); when that is more than `most`, any number above `most`.
 */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      }
      current.push(cost);
    }
    if (Math.min(...current) > most) return most + 1;
    [beforeLast, last] = [last, current];
  }
  return last[b.length] ?? most + 1;
}
