/** A part of a text and where it begins; `href` where it is a web address. */
export type TextPart = { text: string; start: number; href?: string };

/** A web address ends before white space, quotes, brackets of markup, and characters that nobody can see. */
const candidate = /(?<![\p{L}\p{N}])https?:\/\/[^\s<>"`{}|\\^\p{C}。，、！？；：（）「」『』【】《》]+/giu;
/** What follows an address in a sentence, and is no part of it. */
const punctuation = new Set(".,;:!?'’”»*_~");

/** `text` in parts, of which each web address with http or https is one. */
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

/** `text` as an absolute http or https address; undefined for anything else, and for one that names a user. */
export function webAddress(text: string): string | undefined {
  if (!/^https?:\/\/[^/]/i.test(text) || /[\s\p{C}\\]/u.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, username, password, href } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '' ? href : undefined;
}

/** `address` without the punctuation after it, and without closing brackets that nothing opens. */
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
