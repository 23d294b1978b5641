import type { AccountId } from '@anecdotes/contracts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { viewTable } from '../db/view-table.ts';
import { directions, matching } from './filtering.ts';
import type { AnecdoteFilter } from './parameters.ts';
import { lookedUp } from './searched.ts';

const anecdotes = viewTable('anecdote');

type Wanted = {
  /** The columns of `anecdote` to select. */
  readonly columns: RawBuilder<unknown>;
  readonly order?: 'asc' | 'desc';
  /** A further condition. */
  readonly where?: RawBuilder<SqlBool> | undefined;
  readonly limit: number;
  readonly offset?: number;
};

/**
 * The query of the first anecdotes of `owner` that pass `filter`, in the order of their time. Anecdotes that a search
 * looks up in the index of words are ordered before they are read, and read only until there are enough.
 */
export function inOrderOfTime(
  owner: AccountId,
  filter: AnecdoteFilter,
  { columns, order = 'desc', where = sql`true`, limit, offset = 0 }: Wanted,
): RawBuilder<unknown> {
  const { lookUp, ...search } = filter.search;
  const passes = matching(owner, { ...filter, search: { ...search, lookUp: undefined } });
  const condition = sql`${passes} and ${where}`;
  const direction = directions[order].word;
  const end = sql`limit ${limit} offset ${offset}`;
  if (lookUp === undefined) {
    return sql`select ${columns} from ${anecdotes} as anecdote where ${condition}
      order by anecdote.at ${direction}, anecdote.id ${direction} ${end}`;
  }
  return sql`select ${columns} from (
      ${lookedUp(owner, lookUp, sql`anecdote as id, at`)} order by at ${direction}, anecdote ${direction}
    ) as candidate cross join lateral (
      select * from ${anecdotes} where id = candidate.id offset 0
    ) as anecdote where ${condition} order by candidate.at ${direction}, candidate.id ${direction} ${end}`;
}
