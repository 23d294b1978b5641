const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

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
