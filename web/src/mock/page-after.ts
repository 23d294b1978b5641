import { Problem } from '@anecdotes/contracts';

/** Up to `limit` of `items`, from the one after the item with `cursor` on. Throws INVALID_CURSOR if none has it. */
export function pageAfter<Item>(
  items: readonly Item[],
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  cursorOf: (item: Item) => string,
) {
  const start = cursor === undefined ? 0 : items.findIndex((item) => cursorOf(item) === cursor) + 1;
  if (cursor !== undefined && start === 0) throw new Problem('INVALID_CURSOR');
  const data = items.slice(start, start + limit);
  const last = data.at(-1);
  const hasMore = last !== undefined && start + limit < items.length;
  return { data, pagination: { nextCursor: hasMore ? cursorOf(last) : null, hasMore } };
}
