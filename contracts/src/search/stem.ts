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
 * What a folded word has in common with its other forms, without the common endings of English: plural and third person
 * (`-s`, `-es`, `-ies`), `-ing`, `-ed`, `-ied`, `'s` and a silent `-e`; and of German the `-n` behind `-er` and `-el`. It
 * is no word itself: `making` and `makes` have `mak`. A word of other letters, or with fewer than 4 of them, is its own
 * stem.
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
