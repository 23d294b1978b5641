/** Letters that Unicode does not decompose, with what people type who do not have them on their keyboard. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ς: 'σ',
  '’': "'",
};
/**
 * Accents, the variation selectors that choose between the forms of an emoji, and characters that cannot be seen, which
 * come with copied text: soft hyphens, zero-width spaces and controls of the writing direction.
 */
const IGNORED = /[\u0300-\u036f]|[\ufe0e\ufe0f\u00ad\u200b\u2060\p{Bidi_Control}]/gu;
/**
 * All but single letters of Hangul, as in `ㅋㅋㅠㅠ`: with letters of the usual kind in their place, those next to each
 * other would be composed to syllables.
 */
const COMPATIBLE = /[^\u3131-\u318e]+/g;
const SPACES_AND_LETTERS = /\s+|[ßæœøłđðþς’]/g;
const PLAIN = /^[\x20-\x7e]*$/;

/**
 * Text as it is compared in a search: in lower case, without the accents of Latin, Greek and Cyrillic letters, `ß` as
 * `ss`, with one kind of sigma and of apostrophe, single spaces for spaces and line breaks, and no invisible characters.
 * Ligatures, full-width letters and other variants of characters (Unicode: compatibility) count as the usual ones.
 */
export function foldText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase().replace(/ {2,}/g, ' ');
  return text
    .replace(COMPATIBLE, (part) => part.normalize('NFKD'))
    .replace(IGNORED, '')
    .toLowerCase()
    .replace(SPACES_AND_LETTERS, (found) => LETTERS[found] ?? ' ')
    .normalize('NFC');
}

/**
 * A base character with what is composed with it, also over invisible characters. The marks of half-width Japanese
 * letters, the later letters of a Korean syllable and its half-width letters are no marks in Unicode.
 */
const CLUSTER = /\P{M}[\p{M}\u1160-\u11ff\uff9e-\uffdc\u00ad\u200b\u2060\p{Bidi_Control}]*|\p{M}+/gu;
/** Characters of composed text that folding may make longer or shorter. */
const CHANGES_LENGTH = /[\p{M}ßẞæÆœŒþÞİ\u00ad\u200b\u2060\p{Bidi_Control}]/u;

/** A half-open range of UTF-16 code units. */
export type Range = { readonly start: number; readonly end: number };

/** The folded text and, for each of its code units, the range of `text` it comes from. */
export function foldWithOrigins(text: string): { folded: string; originOf: (unit: number) => Range } {
  const whole = foldText(text);
  if (whole.length === text.length && !CHANGES_LENGTH.test(text) && text.normalize('NFKC') === text) {
    return { folded: whole, originOf: (unit) => ({ start: unit, end: unit + 1 }) };
  }
  let folded = '';
  const origins: Range[] = [];
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    const alone = foldText(cluster);
    const part = folded.endsWith(' ') ? alone.trimStart() : alone;
    folded += part;
    for (let unit = 0; unit < part.length; unit += 1) origins.push({ start: index, end: index + cluster.length });
  }
  return { folded, originOf: (unit) => origins[unit] ?? { start: text.length, end: text.length } };
}
