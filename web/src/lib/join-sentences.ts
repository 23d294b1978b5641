const endsSentence = /[.!?…][)\]"'”’»]*$/;

/** Joins `parts` to one text to be read out, with a full stop between them where a part does not end by itself. */
export function joinSentences(...parts: readonly string[]): string {
  const filled = parts.map((part) => part.trim()).filter((part) => part !== '');
  return filled
    .map((part, index) => (index === filled.length - 1 || endsSentence.test(part) ? part : `${part}.`))
    .join(' ');
}
