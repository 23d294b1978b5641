import {
  type AccountId,
  type Meanings,
  type SearchField,
  type SearchQuery,
  type SearchTerm,
  searchFields,
  soughtBy,
} from '@anecdotes/contracts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { LIVE_SCHEMA } from '../projection/generation.ts';
import { periodOf } from './period.ts';
import { contains } from './search-text.ts';

/** What a search asks for. */
export type Search = {
  readonly query: SearchQuery;
  /** What its words may have been meant to be, where nothing has them. */
  readonly meanings: Meanings;
  readonly fields: ReadonlySet<SearchField>;
  /** Whose days its periods are. */
  readonly timeZone: string;
};

/** A search in all fields, before anything is known about what was meant. */
export function searchFor(query: SearchQuery, timeZone = 'UTC'): Search {
  return { query, meanings: new Map(), fields: new Set(searchFields), timeZone };
}

/** The conditions under which a search finds an `anecdote` of `owner`. */
export function searched(owner: AccountId, search: Search): RawBuilder<SqlBool>[] {
  return search.query.map((term) => {
    const sought = soughtBy(term, search.fields, search.meanings);
    if (sought !== undefined) return contains(sought);
    const condition = conditionOf(owner, term, search.timeZone);
    return term.isExcluded ? sql`not (${condition})` : condition;
  });
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
      // Looked up for each row: as a condition that something exists, the database may read all connections first.
      return sql`(anecdote.connected_to is not null or coalesce((
        select true from ${sql.table(`${LIVE_SCHEMA}.anecdote`)} other
        where other.owner = ${owner} and other.connected_to = anecdote.id limit 1), false))`;
    default:
      return sql`true`;
  }
}
