import type { SearchQuery } from '@anecdotes/contracts';
import type { Forms } from './forms.ts';
import type { Part, TermParts } from './parts.ts';

/**
 * Lists of words: every anecdote that `query` finds in all fields has at least one of each list, and no other anecdote
 * has, apart from anecdotes with words that are not listed. Undefined if words alone do not decide. `forms` are those
 * of the parts of `terms`, as far as known.
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
