import { normaliseTag, withoutHiddenCharacters } from '@anecdotes/contracts';

/** A typed tag as it is stored: without a leading #, tabs and invisible characters, trimmed, lowercased, in NFC. */
export function typedTag(text: string): string {
  return normaliseTag(
    withoutHiddenCharacters(text)
      .replaceAll('\t', ' ')
      .replace(/^[\s#＃]+/, ''),
  );
}
