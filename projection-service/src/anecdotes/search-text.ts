import { type SearchedAnecdote, type SearchField, type Sought, searchedTexts } from '@anecdotes/contracts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Stands between the fields of a search text; no text that is accepted anywhere contains it. */
export const FIELD_END = '\u001f';

/** Everything a search looks through, in one text: tags, location, description. */
export function searchTextOf(content: SearchedAnecdote): string {
  const { description, tags, location } = searchedTexts(content);
  return [tags.join(''), location, description].join(FIELD_END);
}

/** A LIKE pattern that finds `term` anywhere and takes none of its characters for a wildcard. */
export function containing(term: string): string {
  return `%${term.replace(/[\\%_]/g, '\\$&')}%`;
}

/** What a LIKE pattern for one field has before and behind what is looked for. */
const AROUND: Readonly<Record<SearchField, readonly [before: string, behind: string]>> = {
  tags: ['', `${FIELD_END}%${FIELD_END}%`],
  location: [`%${FIELD_END}`, `${FIELD_END}%`],
  description: [`%${FIELD_END}%${FIELD_END}`, ''],
};

/** LIKE patterns of the search texts that have something `sought`. */
function patternsOf({ fields, needles }: Sought): string[] {
  const patterns = needles.map(containing);
  if (fields.size === 3) return patterns;
  return [...fields].flatMap((field) => {
    const [before, behind] = AROUND[field];
    return patterns.map((pattern) => before + pattern + behind);
  });
}

/** The condition that an `anecdote` has something `sought`, or has not where that is excluded. */
export function contains(sought: Sought): RawBuilder<SqlBool> {
  const like = sql<SqlBool>`anecdote.search_text like any(${patternsOf(sought)}::text[])`;
  return sought.isExcluded ? sql`not (${like})` : like;
}
