/** Trims, lowercases and composes (NFC) one tag, so that equal-looking tags are equal. */
export function normaliseTag(tag: string): string {
  return tag.trim().toLowerCase().normalize('NFC');
}

/** Normalises tags, drops empty and repeated ones and keeps the order of first appearance. */
export function normaliseTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map(normaliseTag))].filter((tag) => tag !== '');
}
