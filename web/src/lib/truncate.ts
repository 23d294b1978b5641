const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** `index`, or the end of the character (grapheme) of `text` that it would split. */
export function endOfCharacter(text: string, index: number): number {
  const found = segmenter.segment(text).containing(index);
  return found && found.index < index ? found.index + found.segment.length : index;
}

/** The first `length` characters (graphemes) of `text` on one line, with an ellipsis if it was cut. */
export function truncate(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= length) return line;
  let count = 0;
  for (const { index } of segmenter.segment(line)) {
    if (count === length) return `${line.slice(0, index).trimEnd()}…`;
    count += 1;
  }
  return line;
}
