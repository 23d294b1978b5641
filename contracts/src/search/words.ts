import { stemOf } from './stem.ts';

/** Words shorter than this must be typed without a mistake. */
const FORGIVEN_FROM = 5;
/** So short a word looks like too many others. */
const SUGGESTED_FROM = 3;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*|\p{Extended_Pictographic}/gu;
/** Letters of scripts that are written without spaces: what lies between two spaces is no word. */
const UNSPACED =
  /(?=\p{L})[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/gu;
const SIGN = /(?!\p{Extended_Pictographic})[\p{S}\p{P}]/gu;
/** What these come to in a text that has only such characters; it takes a fraction of the time. */
const PLAIN = /^[ -~]*$/;
const PLAIN_WORD = /[A-Za-z0-9][A-Za-z0-9'-]*/g;
const PLAIN_SIGN = /[!-/:-@[-`{-~]/g;

/** The words of a folded text; an emoji is one. */
export function wordsOf(text: string): string[] {
  return text.match(PLAIN.test(text) ? PLAIN_WORD : WORD) ?? [];
}

/** The words of a folded text with the code unit at which each begins. */
export function wordsWithPlaces(text: string): { word: string; start: number }[] {
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({ word, start: index }));
}

/** The letters of a text that are written without spaces between words. */
export function unspacedLettersOf(text: string): string[] {
  return PLAIN.test(text) ? [] : (text.match(UNSPACED) ?? []);
}

/** The different characters of a text that are looked for one by one: such letters, and signs that are no letters. */
export function singleCharactersOf(text: string): string[] {
  const signs = text.match(PLAIN.test(text) ? PLAIN_SIGN : SIGN) ?? [];
  return [...new Set([...unspacedLettersOf(text), ...signs])];
}

/** True for a word in which one mistake is forgiven. */
export function canBeForgiven(text: string): boolean {
  return lengthOf(text) >= FORGIVEN_FROM && wordsOf(text)[0] === text && unspacedLettersOf(text).length === 0;
}

/** True for a word that is long enough to suggest others for it. */
export function canBeSuggestedFor(text: string): boolean {
  return lengthOf(text) >= SUGGESTED_FROM && wordsOf(text)[0] === text;
}

/** True when one letter was put in, left out, changed or swapped with its neighbour. */
export function isSlipOf(word: string, meant: string): boolean {
  return editDistance(word, meant, 1) === 1;
}

/** A query with one of its words replaced by one that looks like it. */
type Suggestion = { readonly query: string; readonly distance: number };

/** `query`, folded, with each of the `known` words that look like its `word` in the place of that, nearest first. */
export function suggestionsFor(query: string, word: string, known: readonly string[]): Suggestion[] {
  const stem = stemOf(word);
  // What is known was not mistyped.
  if (known.some((other) => stemOf(other) === stem)) return [];
  const most = canBeForgiven(word) ? 2 : 1;
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
 * The beginning and the end of a word, of which a word that was meant has one: an edit leaves one of them whole. They
 * are without the middle letter, because a swap may reach over the middle.
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
 * How many letters must be put in, left out, changed or swapped with a neighbour to turn `a` into `b`; any number
 * above `most` when there are more (optimal string alignment).
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
