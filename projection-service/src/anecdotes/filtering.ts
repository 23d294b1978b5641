import { type AccountId, beginningOf } from '@anecdotes/contracts';
import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { CursorPosition } from '../keyset.ts';
import type { Views } from '../read-models.ts';
import type { AnecdoteFilter, SortField, Sorting } from './parameters.ts';
import { isAnywhere, placed } from './place.ts';
import { searched } from './searched.ts';

/** The condition under which an anecdote of `owner` passes `filter`. */
export function matching(
  owner: AccountId,
  { search, tags, period, place, chain }: AnecdoteFilter,
): Expression<SqlBool> {
  const eb = expressionBuilder<Views, 'anecdote'>();
  const conditions: Expression<SqlBool>[] = [eb('anecdote.owner', '=', owner), ...searched(owner, search)];
  if (period.from !== undefined) conditions.push(sql`anecdote.at >= ${period.from}::timestamptz`);
  if (period.before !== undefined) conditions.push(sql`anecdote.at < ${period.before}::timestamptz`);
  if (tags.length > 0) {
    const tagged = eb
      .selectFrom('tag_use')
      .select('tag_use.anecdote')
      .where('tag_use.owner', '=', owner)
      .where('tag_use.tag', '=', sql<string>`any(${[...tags]}::text[])`);
    // In a journal that has grown since its statistics were taken, the planner expects few anecdotes and would go through
    // all uses of the tags for each. So it gets their ids as an array; beside a condition on places, where it would
    // look for them one by one, as a hash table, which `is true` makes it choose.
    const isTagged = isAnywhere(place)
      ? sql<SqlBool>`anecdote.id = any(array${tagged})`
      : sql<SqlBool>`(anecdote.id in ${tagged}) is true`;
    conditions.push(isTagged);
  }
  if (chain !== undefined) {
    const members = eb
      .selectFrom('chain_member')
      .select('chain_member.anecdote')
      .where('chain_member.owner', '=', owner)
      .where('chain_member.chain', '=', chain);
    const isTop = eb.and([eb('anecdote.id', '=', chain), eb('anecdote.connected_to', 'is', null)]);
    conditions.push(eb.or([isTop, eb('anecdote.id', 'in', members)]));
  }
  conditions.push(...placed(place));
  return eb.and(conditions);
}

/** What each sort field orders by, with the type its values have in a cursor. */
const sortKeys: Record<SortField, { key: RawBuilder<unknown>; type: RawBuilder<unknown> }> = {
  timestamp: { key: sql`anecdote.at`, type: sql`timestamptz` },
  created_at: { key: sql`anecdote.created_at`, type: sql`timestamptz` },
  updated_at: { key: sql`anecdote.updated_at`, type: sql`timestamptz` },
  description: { key: sql`left(anecdote.description, 100)`, type: sql`text` },
};

/** The words of SQL for both directions of an order, and the comparison of what comes later in it. */
export const directions = {
  asc: { word: sql`asc`, after: sql`>` },
  desc: { word: sql`desc`, after: sql`<` },
} as const;

/** The order of a list; the id decides between equal values. */
export function orderOf({ by, order }: Sorting): RawBuilder<unknown> {
  const { word } = directions[order];
  return sql`${sortKeys[by].key} ${word}, anecdote.id ${word}`;
}

/** The condition that a row comes after a cursor in the order of `sorting`. */
export function after(sorting: Sorting, [value, id]: CursorPosition): RawBuilder<SqlBool> {
  return afterValues(sorting, [sql`${value}`, sql`${id}`]);
}

/** The same for a cursor whose sort value and id are given as SQL. */
export function afterValues(
  { by, order }: Sorting,
  [value, id]: readonly [value: RawBuilder<unknown>, id: RawBuilder<unknown>],
): RawBuilder<SqlBool> {
  const { key, type } = sortKeys[by];
  return sql<SqlBool>`(${key}, anecdote.id) ${directions[order].after} (${value}::${type}, ${id}::uuid)`;
}

/** The sort value of a row, as a cursor holds it. */
export function sortValueOf(
  row: { at: Date; created_at: Date; updated_at: Date; description: string },
  by: SortField,
): string {
  switch (by) {
    case 'timestamp':
      return row.at.toISOString();
    case 'created_at':
      return row.created_at.toISOString();
    case 'updated_at':
      return row.updated_at.toISOString();
    case 'description':
      return beginningOf(row.description, 100);
  }
}
