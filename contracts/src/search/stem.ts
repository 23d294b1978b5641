const SHORTEST = 4;
const LATIN = /^[a-z]+$/;
const VOWEL = /[aeiouy]/;
const DOUBLE = /([bdfgmnprt])\1$/;
const HISSING_ES = /(?:ss|sh|ch|x|z)es$/;
const PLURAL = /[^isu]s$/;
const PARTICIPLE = /(?:ing|[^e]ed)$/;
const POSSESSIVE = /['’]s?$/;
const GERMAN_PLURAL = /^.{3,}e[lr]n$/;

/**
 * The stem of a folded word, which its other forms share: the word without the common endings of English, namely plural
 * and third person (`-s`, `-es`, `-ies`), `-ing`, `-ed`, `-ied`, `'s` and a silent `-e`, and without the German `-n`
 * after `-er` and `-el`. A stem need not be a word: `making` and `makes` have `mak`. A word with other letters than a
 * to z, or with fewer than 4, is its own stem.
 */
export function stemOf(word: string): string {
  const plain = word.replace(POSSESSIVE, '');
  if (plain.length < SHORTEST || !LATIN.test(plain)) return plain;
  return withoutSilentE(withoutParticiple(singular(plain))).replace(GERMAN_PLURAL, (stem) => stem.slice(0, -1));
}

function singular(word: string): string {
  if (word.length > SHORTEST && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (HISSING_ES.test(word)) return word.slice(0, -2);
  return PLURAL.test(word) ? word.slice(0, -1) : word;
}

function withoutParticiple(word: string): string {
  if (word.length > SHORTEST && word.endsWith('ied')) return `${word.slice(0, -3)}y`;
  if (!PARTICIPLE.test(word)) return word;
  const rest = word.slice(0, word.endsWith('ing') ? -3 : -2);
  if (rest.length < 2 || !VOWEL.test(rest)) return word;
  return rest.replace(DOUBLE, '$1');
}

function withoutSilentE(word: string): string {
  return word.length >= SHORTEST && word.endsWith('e') ? word.slice(0, -1) : word;
}
