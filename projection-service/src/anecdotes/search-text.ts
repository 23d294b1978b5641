import {
  type PlacedAnecdote,
  type SearchField,
  searchedTexts,
  searchFields,
  type TermMatcher,
} from '@anecdotes/contracts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Separates the fields of a search text; no accepted text contains it. */
export const FIELD_END = '\u001f';

/** The texts that a search looks through: tags, location and description as one text, and separately the address. */
export function searchColumns(content: PlacedAnecdote): { search_text: string; search_address: string } {
  const { description, tags, location, address } = searchedTexts(content);
  return { search_text: [tags.join(''), location, description].join(FIELD_END), search_address: address };
}

/** A LIKE pattern that finds `term` anywhere; none of its characters is a wildcard. */
export function containing(term: string): string {
  return `%${term.replace(/[\\%_]/g, '\\$&')}%`;
}

/** What a LIKE pattern of a search text has before and after the term that is searched in one field. */
const AROUND: Readonly<Record<SearchField, readonly [before: string, behind: string]>> = {
  tags: ['', `${FIELD_END}%${FIELD_END}%`],
  location: [`%${FIELD_END}`, `${FIELD_END}%`],
  description: [`%${FIELD_END}%${FIELD_END}`, ''],
};

/** LIKE patterns of the search texts that contain what `matcher` looks for. */
function patternsOf({ fields, needles }: TermMatcher): string[] {
  const patterns = needles.map(containing);
  if (searchFields.every((field) => fields.has(field))) return patterns;
  return searchFields
    .filter((field) => fields.has(field))
    .flatMap((field) => patterns.map((pattern) => AROUND[field].join(pattern)));
}

/** The condition that an `anecdote` contains what `matcher` looks for, or does not contain it if it is excluded. */
export function contains(matcher: TermMatcher): RawBuilder<SqlBool> {
  const inText = sql<SqlBool>`anecdote.search_text like any(${patternsOf(matcher)}::text[])`;
  const like = matcher.fields.has('address') ? sql<SqlBool>`(${inText} or ${inAddress(matcher)})` : inText;
  return matcher.isExcluded ? sql`not (${like})` : like;
}

/** The condition that the address of an `anecdote` contains what `matcher` looks for. */
export function inAddress({ needles }: TermMatcher): RawBuilder<SqlBool> {
  return sql`anecdote.search_address like any(${needles.map(containing)}::text[])`;
}
