const ended = /[.!?…][)\]"'”’»]*$/;

/** Joins `parts` to one text to be read out, with a full stop between them where a part does not end by itself. */
export function sentences(...parts: readonly string[]): string {
  const said = parts.map((part) => part.trim()).filter((part) => part !== '');
  return said.map((part, index) => (index === said.length - 1 || ended.test(part) ? part : `${part}.`)).join(' ');
}
