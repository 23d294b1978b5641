import { type SearchParameters, type Sought, searchWeights, TAG_BEGIN } from '@anecdotes/contracts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { containing, FIELD_END } from '../anecdotes/search-text.ts';
import type { CursorPosition } from '../keyset.ts';

type SearchSorting = { by: SearchParameters['sort_by']; order: 'asc' | 'desc' };

/**
 * The sum of how well each of the terms fits an `anecdote`: 3 for the description, 2 for each tag, 1 for the location.
 * Reads `parts`, the tags, location and description of its search text.
 */
export function relevance(sought: readonly Sought[]): RawBuilder<number> {
  if (sought.length === 0) return sql`0`;
  return sql`(${sql.join(sought.map(weightOf), sql` + `)})`;
}

/** The parts of the search text of `anecdote`. */
export const partsOfSearchText = sql`string_to_array(anecdote.search_text, ${FIELD_END})`;

function weightOf({ fields, needles }: Sought): RawBuilder<number> {
  const has = (text: RawBuilder<unknown>) => sql`${text} like any(${needles.map(containing)}::text[])`;
  const weights: RawBuilder<unknown>[] = [];
  if (fields.has('description')) {
    weights.push(sql`case when ${has(sql`parts[3]`)} then ${sql.lit(searchWeights.description)} else 0 end`);
  }
  if (fields.has('tags')) {
    const tags = sql`(select count(*)::int from string_to_table(parts[1], ${TAG_BEGIN}) as tag
                      where ${has(sql`${TAG_BEGIN}::text || tag`)})`;
    weights.push(sql`case when parts[1] = '' then 0 else ${tags} * ${sql.lit(searchWeights.tags)} end`);
  }
  if (fields.has('location')) {
    weights.push(sql`case when ${has(sql`parts[2]`)} then ${sql.lit(searchWeights.location)} else 0 end`);
  }
  return sql`(${sql.join(weights, sql` + `)})`;
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
