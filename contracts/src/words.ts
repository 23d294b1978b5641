/** Words shorter than this must be typed without a mistake. */
const TOLERANT_FROM = 5;
/** So short a word looks like too many others. */
const MISTYPED_FROM = 3;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu;

/** The words of a folded text. */
export function wordsOf(text: string): string[] {
  return text.match(WORD) ?? [];
}

/** True for a word that is long enough to say which one was meant. */
export function canBeMistyped(word: string): boolean {
  return word.length >= MISTYPED_FROM;
}

/** A text with one word replaced; a slip is one letter in a word that is long enough to be recognised. */
export type Meant = { readonly phrase: string; readonly distance: number; readonly isSlip: boolean };

/** `term` with each of the `known` words that look like its `word` in the place of that, nearest first. */
export function likelyMeant(term: string, word: string, known: ReadonlySet<string>): Meant[] {
  // What is known was not mistyped.
  if (known.has(word)) return [];
  const isTolerant = word.length >= TOLERANT_FROM;
  const most = isTolerant ? 2 : 1;
  return [...known]
    .map((other) => ({ other, distance: editDistance(word, other, most) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance || (a.other < b.other ? -1 : 1))
    .map(({ other, distance }) => ({
      phrase: term.replace(WORD, (found) => (found === word ? other : found)),
      distance,
      isSlip: isTolerant && distance === 1,
    }));
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
