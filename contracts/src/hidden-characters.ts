/**
 * Characters that cannot be seen: controls of the writing direction, zero-width spaces and the word joiner. With them
 * names that look equal differ, or show their letters in another order. The joiners U+200C and U+200D are not among
 * them: words of some languages need them, and so do emoji.
 */
const hidden = /[\p{Bidi_Control}\u200b\u2060\ufeff]/gu;

/** The first hidden character of `text`, such as `U+202E`; undefined if there is none. */
export function hiddenCharacterIn(text: string): string | undefined {
  const point = text.match(hidden)?.[0]?.codePointAt(0);
  return point === undefined ? undefined : `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** `text` without its hidden characters. */
export function withoutHiddenCharacters(text: string): string {
  return text.replace(hidden, '');
}
