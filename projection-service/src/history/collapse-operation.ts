import type { HistoryPage } from '@anecdotes/contracts';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Keyset } from '../keyset.ts';
import type { Views } from '../read-models.ts';

/**
 * `page` of `rows`, whose next page begins after the operation of its last entry. The changes of the operation that
 * would follow, up to the next change that is not part of it, are left out and counted by anecdote. A page of a large
 * import is thus followed by what happened before the import. `list` is what the cursor of the page was made for.
 */
export async function collapseOperation(
  page: HistoryPage,
  rows: SelectQueryBuilder<Views, 'history', object>,
  keyset: Keyset,
  list: readonly unknown[],
): Promise<HistoryPage> {
  const { nextCursor } = page.pagination;
  const last = page.data.at(-1);
  if (nextCursor === null || !last?.operation) return page;
  const { id } = last.operation;
  const [position = ''] = keyset.decodeCursor(list, nextCursor, 1);
  const older = rows.where(sql<boolean>`position < ${position}::int8`);
  const other = await older
    .where(sql<boolean>`operation is distinct from ${id}::uuid`)
    .select(sql<string | null>`max(position)::text`.as('position'))
    .executeTakeFirstOrThrow();
  const firstOfOperation = page.data.findLastIndex(({ operation }) => operation?.id !== id) + 1;
  const shown = page.data.slice(firstOfOperation).flatMap(({ anecdote }) => anecdote?.id ?? []);
  const rest = await older
    .where('operation', '=', id)
    .where(sql<boolean>`position > coalesce(${other.position}::int8, -1)`)
    .select([
      sql<number>`(count(distinct about) filter (where about <> all(${shown}::uuid[])))::int4`.as('anecdotes'),
      sql<string | null>`min(position)::text`.as('position'),
    ])
    .executeTakeFirstOrThrow();
  const end = other.position === null ? null : keyset.encodeCursor(list, [rest.position ?? position]);
  return {
    ...page,
    data: rest.anecdotes === 0 ? page.data : [...page.data.slice(0, -1), { ...last, omitted: rest.anecdotes }],
    pagination: { hasMore: end !== null, nextCursor: end },
  };
}
