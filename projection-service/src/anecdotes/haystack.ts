import { foldText } from '@anecdotes/contracts';

/** Stands between the fields of a haystack; no text that is accepted anywhere contains it. */
export const FIELD_END = '\u001f';

/** Stands between the tags. */
export const TAG_END = '\u001e';

/** Everything a search looks through, in one folded text: description, tags, location. */
export function haystackOf(content: {
  readonly description: string;
  readonly tags: readonly string[];
  readonly location: string | null;
}): string {
  return [content.description, content.tags.join(TAG_END), content.location ?? ''].map(foldText).join(FIELD_END);
}
