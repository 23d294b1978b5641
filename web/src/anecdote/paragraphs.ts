/** The paragraphs of `text`, which are separated by empty lines, each with the index of its first character. */
export function paragraphsOf(text: string): { text: string; start: number }[] {
  let end = 0;
  return text.split(/\n\s*\n/).map((paragraph) => {
    const start = text.indexOf(paragraph, end);
    end = start + paragraph.length;
    return { text: paragraph, start };
  });
}
