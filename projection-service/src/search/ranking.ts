import {
  type SearchField,
  type SearchParameters,
  searchWeights,
  TAG_BEGIN,
  type TermMatcher,
} from '@anecdotes/contracts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { directions } from '../anecdotes/filtering.ts';
import { containing, FIELD_END, inAddress } from '../anecdotes/search-text.ts';
import type { CursorPosition } from '../keyset.ts';

/** The sum of how well each of the terms fits an `anecdote`: 3 for the description, 2 for each tag, 1 for the place. */
export function relevance(matchers: readonly TermMatcher[]): RawBuilder<number> {
  if (matchers.length === 0) return sql`0`;
  return sql`(${sql.join(matchers.map(weightOf), sql` + `)})`;
}

const tags = partOfSearchText(1);
const location = partOfSearchText(2);
const description = partOfSearchText(3);

function partOfSearchText(number: number): RawBuilder<string> {
  return sql`split_part(anecdote.search_text, ${FIELD_END}, ${sql.lit(number)})`;
}

function weightOf(matcher: TermMatcher): RawBuilder<number> {
  const { fields, needles } = matcher;
  const has = (text: RawBuilder<unknown>) => sql`${text} like any(${needles.map(containing)}::text[])`;
  const weights: RawBuilder<unknown>[] = [];
  if (fields.has('description'))
    weights.push(sql`case when ${has(description)} then ${weight('description')} else 0 end`);
  if (fields.has('tags')) {
    // Tags are only counted one by one if one of them matches.
    const count = sql`(select count(*)::int from string_to_table(${tags}, ${TAG_BEGIN}) as tag
                       where ${has(sql`${TAG_BEGIN}::text || tag`)})`;
    weights.push(sql`case when ${has(tags)} then ${count} * ${weight('tags')} else 0 end`);
  }
  if (fields.has('location')) {
    const isInPlace = fields.has('address') ? sql`${has(location)} or ${inAddress(matcher)}` : has(location);
    weights.push(sql`case when ${isInPlace} then ${weight('location')} else 0 end`);
  }
  return sql`(${sql.join(weights, sql` + `)})`;
}

function weight(field: SearchField): RawBuilder<number> {
  return sql.lit(searchWeights[field]);
}

type Order = SearchParameters['sort_order'];

/** The order of hits by relevance; equally relevant ones are ordered by time, then by id. */
export function hitOrder(order: Order): RawBuilder<unknown> {
  const { word } = directions[order];
  return sql`score ${word}, at ${word}, id ${word}`;
}

/** The condition that a hit comes after a cursor in that order. */
export function afterHit(order: Order, [score, at, id]: CursorPosition): RawBuilder<SqlBool> {
  return sql<SqlBool>`(score, at, id) ${directions[order].after} (${score}::int, ${at}::timestamptz, ${id}::uuid)`;
}
