const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** `index`, or the end of the character (grapheme) of `text` that it would split. */
export function endOfCharacter(text: string, index: number): number {
  const found = segmenter.segment(text).containing(index);
  return found && found.index < index ? found.index + found.segment.length : index;
}

/** The length from which a text is cut between words. */
const CUT_BETWEEN_WORDS_FROM = 60;
/** The longest part of a word that is left out. */
const MAX_LEFT_OUT = 30;

/** The space before `index` in `line`, so that no word is split; `index` where the word is too long. */
export function endOfWord(line: string, index: number): number {
  const space = line.lastIndexOf(' ', index);
  return index - space < MAX_LEFT_OUT ? space : index;
}

/**
 * The first `length` characters (graphemes) of `text` on one line, with an ellipsis if it was cut. From 60 characters on
 * it ends with a whole word.
 */
export function truncate(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= length) return line;
  let count = 0;
  for (const { index } of segmenter.segment(line)) {
    if (count === length)
      return `${line.slice(0, length < CUT_BETWEEN_WORDS_FROM ? index : endOfWord(line, index)).trimEnd()}…`;
    count += 1;
  }
  return line;
}
