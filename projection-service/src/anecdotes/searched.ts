import {
  type AccountId,
  type Meanings,
  matcherOf,
  type SearchField,
  type SearchQuery,
  type SearchTerm,
  searchFields,
} from '@anecdotes/contracts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { viewTable } from '../db/view-table.ts';
import { periodOf } from './period.ts';
import { contains } from './search-text.ts';

/** Lists of words and of numbers of word pairs: an anecdote that is found has at least one of each list. */
export type LookUp = { readonly words: readonly (readonly string[])[]; readonly pairs: readonly (readonly number[])[] };

/** What a search asks for. */
export type Search = {
  readonly query: SearchQuery;
  /** What its words may have meant, for those that no anecdote contains. */
  readonly meanings: Meanings;
  /** Without it every anecdote is examined. */
  readonly lookUp: LookUp | undefined;
  /**
   * Lists of words: an anecdote with one word of each is found, in all fields, and any other only if it has words that
   * are not listed. Undefined if words alone do not decide.
   */
  readonly decidedBy?: readonly (readonly string[])[] | undefined;
  readonly fields: ReadonlySet<SearchField>;
  /** The time zone of the days in its periods. */
  readonly timeZone: string;
};

/** A search in all fields, before anything is known about its words. */
export function searchFor(query: SearchQuery, timeZone = 'UTC'): Search {
  return { query, meanings: new Map(), lookUp: undefined, fields: new Set(searchFields), timeZone };
}

/** The conditions under which a search finds an `anecdote` of `owner`. */
export function searched(owner: AccountId, search: Search): RawBuilder<SqlBool>[] {
  const conditions = search.query.map((term): RawBuilder<SqlBool> => {
    const matcher = matcherOf(term, search.fields, search.meanings);
    if (matcher !== undefined) return contains(matcher);
    const condition = conditionOf(owner, term, search.timeZone);
    return term.isExcluded ? sql`not (${condition})` : condition;
  });
  if (search.lookUp === undefined) return conditions;
  // As an array, so that the anecdotes are looked up by their ids, however many the planner expects.
  return [sql`anecdote.id = any(array(${lookedUp(owner, search.lookUp, sql`anecdote`)}))`, ...conditions];
}

/**
 * The query of `columns` of the anecdotes that have at least one of each list of `lookUp` among their words and pairs.
 */
export function lookedUp(
  owner: AccountId,
  { words, pairs }: LookUp,
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const conditions = [...words.map(hasOneOf), ...pairs.map((list) => sql`pairs && (select ${[...list]}::int2[])`)];
  const uses = viewTable('word_use');
  return sql`select ${columns} from ${uses} where owner = ${owner} and ${sql.join(conditions, sql` and `)}`;
}

/**
 * The condition that a row of the index of words has at least one of `words`. The subquery hides the words from the
 * planner, which would expect that rare words, if there are hundreds, are in most rows, and read all rows.
 */
export function hasOneOf(words: readonly string[]): RawBuilder<SqlBool> {
  return sql`words && (select ${[...words]}::text[])`;
}

function conditionOf(owner: AccountId, term: SearchTerm, timeZone: string): RawBuilder<SqlBool> {
  switch (term.kind) {
    case 'period': {
      const { from = '-infinity', before = 'infinity' } = periodOf(term.from, term.to, timeZone);
      return sql`anecdote.at >= ${from}::timestamptz and anecdote.at < ${before}::timestamptz`;
    }
    case 'has-place':
      return sql`(anecdote.location is not null or anecdote.lat is not null)`;
    case 'is-linked':
      return isLinked(owner);
    default:
      return sql`true`;
  }
}

/**
 * The condition that an `anecdote` of `owner` has a parent or a child. It is looked up for each anecdote: in a journal
 * that has grown since its statistics were taken, the planner would go through all links for each of them.
 */
export function isLinked(owner: AccountId): RawBuilder<SqlBool> {
  return sql`(anecdote.connected_to is not null or exists (
    select from ${viewTable('anecdote')} as child where child.owner = ${owner} and child.connected_to = anecdote.id
  ))`;
}
