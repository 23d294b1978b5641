import { foldText } from '@anecdotes/contracts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Stands between the fields of a search text; no text that is accepted anywhere contains it. */
export const FIELD_END = '\u001f';

/** Stands between the tags. */
export const TAG_END = '\u001e';

/** Everything a search looks through, in one folded text: description, tags, location. */
export function searchTextOf(content: {
  readonly description: string;
  readonly tags: readonly string[];
  readonly location: string | null;
}): string {
  return [content.description, content.tags.join(TAG_END), content.location ?? ''].map(foldText).join(FIELD_END);
}

/**
 * How many characters of a search text are in the trigram index. A text of 20,000 random letters has a trigram for nearly
 * every letter, and each costs as much to write as a row; what people write is nearly always shorter than this.
 */
export const INDEXED_LENGTH = 2_000;

/** The part of the search text of `anecdote` that is in the trigram index. */
export const indexedSearchText: RawBuilder<string> = sql`left(anecdote.search_text, ${sql.lit(INDEXED_LENGTH)})`;

/**
 * The condition that the search text of `anecdote` contains one of `patterns` anywhere. Candidates come from the trigram
 * index, and from a small index of the search texts that are longer than it knows.
 */
export function searchTextLike(patterns: readonly string[]): RawBuilder<SqlBool> {
  const like = sql`like any(${[...patterns]}::text[])`;
  return sql<SqlBool>`(anecdote.search_text ${like} and
    (${indexedSearchText} ${like} or length(anecdote.search_text) > ${sql.lit(INDEXED_LENGTH)}))`;
}
