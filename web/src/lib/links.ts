/** A part of a text and its start index; `href` if it is a web address. */
export type TextPart = { text: string; start: number; href?: string };

/** A web address ends before white space, quotes, markup, CJK punctuation and invisible characters. */
const candidate = /(?<![\p{L}\p{N}])https?:\/\/[^\s<>"`{}|\\^\p{C}。，、！？；：（）「」『』【】《》]+/giu;
/** Characters that end a sentence or quote after an address and are not part of it. */
const punctuation = new Set(".,;:!?'’”»*_~");

/** Splits `text` into parts; each http or https address is a part of its own. */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(candidate)) {
    const address = withoutEnding(found);
    const href = webAddress(address);
    if (href === undefined) continue;
    if (index > end) parts.push({ text: text.slice(end, index), start: end });
    parts.push({ text: address, start: index, href });
    end = index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), start: end });
  return parts;
}

/** `text` as an absolute http or https address; undefined for anything else, and for one with a user or password. */
export function webAddress(text: string): string | undefined {
  if (!/^https?:\/\/[^/]/i.test(text) || /[\s\p{C}\\]/u.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, username, password, href } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '' ? href : undefined;
}

/** `address` without trailing punctuation and unmatched closing brackets. */
function withoutEnding(address: string): string {
  const count = (character: string) => address.split(character).length - 1;
  const unopened = { ')': count(')') - count('('), ']': count(']') - count('[') };
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address[end - 1] ?? '';
    if (punctuation.has(last)) continue;
    if ((last !== ')' && last !== ']') || unopened[last] <= 0) break;
    unopened[last] -= 1;
  }
  return address.slice(0, end);
}
