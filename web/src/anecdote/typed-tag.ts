import { normaliseTag, withoutHiddenCharacters } from '@anecdotes/contracts';

/**
 * A typed tag as it is stored: without a leading # and invisible characters, with spaces for tabs, line breaks and other
 * control characters, trimmed, lowercased, in NFC.
 */
export function typedTag(text: string): string {
  return normaliseTag(
    withoutHiddenCharacters(text)
      .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
      .replace(/^[\s#＃]+/, ''),
  );
}
