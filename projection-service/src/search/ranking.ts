import type { SearchField, SearchParameters } from '@anecdotes/contracts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { containing } from '../anecdotes/filtering.ts';
import { FIELD_END, indexedSearchText, searchTextLike, TAG_END } from '../anecdotes/search-text.ts';
import type { CursorPosition } from '../keyset.ts';

type SearchSorting = { by: SearchParameters['sort_by']; order: 'asc' | 'desc' };

const WEIGHT = { description: 3, tag: 2, location: 1 };

/** The folded text of one field. */
function fieldText(field: SearchField): RawBuilder<string> {
  const part = { description: 1, tags: 2, location: 3 }[field];
  return sql<string>`split_part(anecdote.search_text, ${FIELD_END}, ${part}::int)`;
}

/** The condition that `text` contains one of `terms`. */
function containsOne(text: RawBuilder<string>, terms: readonly string[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`${text} like any(${terms.map(containing)}::text[])`;
}

/** The condition that one of `terms` occurs in one of `fields`; its index narrows it down first. */
export function hit(terms: readonly string[], fields: ReadonlySet<SearchField>): RawBuilder<SqlBool> {
  return inFields(searchTextLike(terms.map(containing)), terms, fields);
}

/**
 * Like `hit`, but only in the indexed part of long texts: comparing all of them with every word that may have been
 * meant takes seconds.
 */
export function slipHit(terms: readonly string[], fields: ReadonlySet<SearchField>): RawBuilder<SqlBool> {
  return inFields(containsOne(indexedSearchText, terms), terms, fields);
}

function inFields(
  anywhere: RawBuilder<SqlBool>,
  terms: readonly string[],
  fields: ReadonlySet<SearchField>,
): RawBuilder<SqlBool> {
  if (fields.size === 3) return anywhere;
  const fieldHits = [...fields].map((field) => containsOne(fieldText(field), terms));
  return sql<SqlBool>`${anywhere} and (${sql.join(fieldHits, sql` or `)})`;
}

/** How well an anecdote fits: 3 for the description, 2 for each tag, 1 for the location. */
export function relevance(terms: readonly string[], fields: ReadonlySet<SearchField>): RawBuilder<number> {
  const parts: RawBuilder<unknown>[] = [];
  if (fields.has('description')) {
    parts.push(
      sql`case when ${containsOne(fieldText('description'), terms)} then ${WEIGHT.description}::int else 0 end`,
    );
  }
  if (fields.has('tags')) {
    const tags = sql`(select count(*)::int from string_to_table(${fieldText('tags')}, ${TAG_END}) as tag
                      where ${containsOne(sql<string>`tag`, terms)})`;
    parts.push(sql`${tags} * ${WEIGHT.tag}::int`);
  }
  if (fields.has('location')) {
    parts.push(sql`case when ${containsOne(fieldText('location'), terms)} then ${WEIGHT.location}::int else 0 end`);
  }
  return sql<number>`(${sql.join(parts, sql` + `)})`;
}

const columns = { timestamp: sql`at`, created_at: sql`created_at`, updated_at: sql`updated_at` } as const;
const words = { asc: sql`asc`, desc: sql`desc` } as const;
const comparisons = { asc: sql`>`, desc: sql`<` } as const;

/** The order of the hits; equally relevant ones come by their time, and the id makes the order total. */
export function hitOrder({ by, order }: SearchSorting): RawBuilder<unknown> {
  const word = words[order];
  if (by === 'relevance') return sql`score ${word}, at ${word}, id ${word}`;
  return sql`${columns[by]} ${word}, id ${word}`;
}

/** The condition that a hit comes behind `place`. */
export function afterHit({ by, order }: SearchSorting, place: CursorPosition): RawBuilder<SqlBool> {
  const compared = comparisons[order];
  const [score, at, id] = place;
  if (by === 'relevance') {
    return sql<SqlBool>`(score, at, id) ${compared} (${score}::int, ${at}::timestamptz, ${id}::uuid)`;
  }
  return sql<SqlBool>`(${columns[by]}, id) ${compared} (${at}::timestamptz, ${id}::uuid)`;
}
