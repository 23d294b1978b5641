/** `text` with its percent-encoded bytes decoded; undefined if they are malformed. */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
