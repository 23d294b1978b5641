import type { SearchQuery } from '@anecdotes/contracts';
import type { Forms } from './forms.ts';
import type { Part, TermParts } from './parts.ts';

/**
 * Lists of words, of which all that `query` finds in all fields has one each, and nothing else has, unless words of it
 * are not listed; undefined where words do not decide. `forms` are those of the parts of `terms`, as far as known.
 */
export function decidingWords(
  query: SearchQuery,
  terms: readonly TermParts[],
  forms: ReadonlyMap<Part, Forms>,
): string[][] | undefined {
  if (terms.length !== query.length) return undefined;
  const lists: string[][] = [];
  for (const part of terms.flatMap(({ parts }) => parts)) {
    const words = forms.get(part)?.words;
    if (!part.decides || words === undefined) return undefined;
    lists.push([...words]);
  }
  return lists;
}
