const endsSentence = /[.!?…][)\]"'”’»]*$/;

/** Joins `parts` into one text, with a full stop between two parts if the first has no final punctuation. */
export function joinSentences(...parts: readonly string[]): string {
  const filled = parts.map((part) => part.trim()).filter((part) => part !== '');
  return filled
    .map((part, index) => (index === filled.length - 1 || endsSentence.test(part) ? part : `${part}.`))
    .join(' ');
}
