import { limits, storableText } from '@anecdotes/contracts';
import { z } from 'zod';
import { foldText } from '../anecdotes/fold-text.ts';
import { Cursor, Limit, optional, SortOrder, wholeNumber } from '../parameters.ts';

export const searchFields = ['description', 'tags', 'location'] as const;
export type SearchField = (typeof searchFields)[number];

const sortFields = ['relevance', 'timestamp', 'created_at', 'updated_at'] as const;
export type SearchSorting = { by: (typeof sortFields)[number]; order: 'asc' | 'desc' };

const SearchFields = z
  .string()
  .max(100)
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(searchFields, { error: `Must be one of ${searchFields.join(', ')}` })));

/** Query string of `GET /anecdotes/search`; the query itself is judged apart, for its own sentence. */
export const SearchParameters = z.strictObject({
  query: optional(storableText(limits.searchTerm)),
  limit: Limit,
  cursor: Cursor,
  sort_by: optional(z.enum(sortFields, { error: `Must be one of ${sortFields.join(', ')}` })).transform(
    (field) => field ?? 'relevance',
  ),
  sort_order: SortOrder,
  search_fields: optional(SearchFields).transform((fields) => new Set(fields ?? searchFields)),
});

/** Query string of `GET /anecdotes/search/autocomplete`. */
export const AutocompleteParameters = z.strictObject({
  q: optional(storableText(limits.searchTerm)),
  limit: optional(wholeNumber(1, 50)).transform((limit) => limit ?? limits.autocomplete),
});

/** The text to look for, folded; empty when nothing but blanks was given. */
export function termOf(text: string | undefined): string {
  return foldText(text?.trim() ?? '');
}
