import { type AccountId, CHAIN_BOUNDS, type ChainSummary, MAX_CHILDREN_COUNTED } from '@anecdotes/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { ViewsDatabase } from '../db/database.ts';
import { fixedShape } from '../db/fixed-shape.ts';
import { viewTable } from '../db/view-table.ts';

/** A chain as the query returns it. */
export type ChainRow = {
  /** The number in the list of anecdotes, from 1. */
  number: number;
  /** How many are above, at most one more than is shown; and whether the last of these is missing. */
  above: number;
  is_gone: boolean;
  /** How many are below, at most one more than is shown. */
  below: number;
  branches: number;
  shape: string;
};

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';

/** What each of `anecdotes`, which belong to `owner`, is linked to, in their order; null for one without a link. */
export async function chainsOf(
  db: ViewsDatabase,
  owner: AccountId,
  anecdotes: readonly { id: string; connected_to: string | null }[],
): Promise<(ChainSummary | null)[]> {
  if (anecdotes.length === 0) return [];
  const ids = sql`${anecdotes.map(({ id }) => id)}::uuid[]`;
  const parents = sql`${anecdotes.map((anecdote) => anecdote.connected_to)}::uuid[]`;
  const cards = sql`unnest(${ids}, ${parents}) with ordinality as card(id, parent, number)`;
  const { rows } = await sql<ChainRow>`${chainRows(sql`${owner}`, cards)} ${fixedShape}`.execute(db);
  return summariesOf(rows, anecdotes.length);
}

/**
 * The query of what `cards` are linked to, without those that have no link. A card is a row `card` with an `id`, a
 * `parent` and a `number` from 1. Each walk stops after a few anecdotes and reads a few children of each, so that
 * neither long chains nor wide ones cost more: a recursive query makes its rows level by level, and only as many as are
 * read.
 */
export function chainRows(owner: RawBuilder<unknown>, cards: RawBuilder<unknown>): RawBuilder<ChainRow> {
  const table = viewTable('anecdote');
  const [above, below] = [sql.lit(CHAIN_BOUNDS.before + 2), sql.lit(CHAIN_BOUNDS.after + 2)];
  return sql<ChainRow>`
    select card.number::int4, upward.*, downward.*
    from ${cards}
    cross join lateral (
      with recursive link(id, parent, is_gone) as (
        select card.id, card.parent, false
        union
        select link.parent, other.connected_to, other.id is null
        from link left join lateral (
          select found.id, found.connected_to
          from (select * from ${table} same where same.id = link.parent offset 0) found where found.owner = ${owner}
        ) other on true
        where link.parent is not null
      )
      select count(*)::int4 - 1 as above, bool_or(is_gone) as is_gone from (select * from link limit ${above}) nearest
    ) upward
    cross join lateral (
      with recursive link(id, level, path) as (
        select card.id, 0, '{}'::int8[]
        union all
        select child.id, link.level + 1, link.path || child.ordinal
        from link cross join lateral (
          select other.id, row_number() over (order by other.at, other.id) as ordinal
          from ${table} other
          where other.owner = ${owner} and other.connected_to = link.id and other.id <> card.id
          order by other.at, other.id limit ${below}
        ) child
      ), nearest as (
        select id, row_number() over (order by level, path) as ordinal from (select * from link limit ${below}) found
      ), counted as (
        select ordinal, (select count(*)::int4 from (
          select from ${table} other
          where other.owner = ${owner} and other.connected_to = nearest.id and other.id <> card.id
          limit ${sql.lit(MAX_CHILDREN_COUNTED)}
        ) few) as children
        from nearest where ordinal <= ${sql.lit(CHAIN_BOUNDS.after + 1)}
      )
      select (select count(*)::int4 - 1 from nearest) as below,
        count(*) filter (where children > 1)::int4 as branches,
        left(string_agg(substr(${sql.lit(DIGITS)}, children + 1, 1), '' order by ordinal), ${sql.lit(CHAIN_BOUNDS.shape)}) as shape
      from counted
    ) downward
    where card.parent is not null or exists (
      select from ${table} other
      where other.owner = ${owner} and other.connected_to = card.id and other.id <> card.id
    )`;
}

/** One summary per card, in their order, for `cards` cards; null for one without a link. */
export function summariesOf(rows: readonly ChainRow[], cards: number): (ChainSummary | null)[] {
  const chains = new Array<ChainSummary | null>(cards).fill(null);
  for (const row of rows) chains[row.number - 1] = summaryOf(row);
  return chains;
}

function summaryOf({ above, is_gone, below, branches, shape }: ChainRow): ChainSummary {
  const before = Math.min(above, CHAIN_BOUNDS.before);
  const after = Math.min(below, CHAIN_BOUNDS.after);
  return {
    before,
    after,
    branches,
    shape,
    ...(is_gone && before === above && { gone: true }),
    ...((before < above || after < below) && { cut: true }),
  };
}
