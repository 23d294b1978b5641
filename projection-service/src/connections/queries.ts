import type { AccountId, ConnectionsView } from '@anecdotes/contracts';
import { type ViewRow, viewColumns, viewOf } from '../anecdotes/view.ts';
import type { ViewsDatabase } from '../db/database.ts';

const MAX_RELATED = 10_000;

/** Everything that anecdote `id` of `owner` is linked to, upward and downward, or undefined when it does not exist. */
export async function connectionsOf(
  db: ViewsDatabase,
  owner: AccountId,
  id: string,
): Promise<ConnectionsView | undefined> {
  const [upward, downward] = await Promise.all([ancestors(db, owner, id), descendants(db, owner, id)]);
  const current = upward.find((row) => row.id === id);
  if (current === undefined) return undefined;
  const view = (row: ViewRow) => viewOf(row, owner);
  return {
    current: view(current),
    children: breadthFirst(current, downward).map(view),
    parents: nearestFirst(current, upward).map(view),
  };
}

/** The anecdote and all it points at, in no order. `union` drops repeated rows, which ends a cycle. */
async function ancestors(db: ViewsDatabase, owner: AccountId, id: string): Promise<ViewRow[]> {
  return db
    .withRecursive('chain(id, connected_to)', (cte) =>
      cte
        .selectFrom('anecdote')
        .select(['id', 'connected_to'])
        .where('id', '=', id)
        .where('owner', '=', owner)
        .union(
          cte
            .selectFrom('chain')
            .innerJoin('anecdote', 'anecdote.id', 'chain.connected_to')
            .select(['anecdote.id', 'anecdote.connected_to'])
            .where('anecdote.owner', '=', owner),
        ),
    )
    .selectFrom('chain')
    .innerJoin('anecdote', 'anecdote.id', 'chain.id')
    .select(viewColumns)
    .limit(MAX_RELATED)
    .execute();
}

/** The anecdote and all that point at it, directly or not, oldest first. */
async function descendants(db: ViewsDatabase, owner: AccountId, id: string): Promise<ViewRow[]> {
  return db
    .withRecursive('tree(id)', (cte) =>
      cte
        .selectFrom('anecdote')
        .select('id')
        .where('id', '=', id)
        .where('owner', '=', owner)
        .union(
          cte
            .selectFrom('tree')
            .innerJoin('anecdote', 'anecdote.connected_to', 'tree.id')
            .select('anecdote.id')
            .where('anecdote.owner', '=', owner),
        ),
    )
    .selectFrom('tree')
    .innerJoin('anecdote', 'anecdote.id', 'tree.id')
    .select(viewColumns)
    .orderBy('anecdote.at')
    .orderBy('anecdote.id')
    .limit(MAX_RELATED)
    .execute();
}

function nearestFirst(current: ViewRow, rows: readonly ViewRow[]): ViewRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const chain: ViewRow[] = [];
  byId.delete(current.id);
  for (let next = current.connected_to; next !== null; ) {
    const parent = byId.get(next);
    if (parent === undefined) break;
    byId.delete(next);
    chain.push(parent);
    next = parent.connected_to;
  }
  return chain;
}

function breadthFirst(current: ViewRow, rows: readonly ViewRow[]): ViewRow[] {
  const byParent = Map.groupBy(rows, (row) => row.connected_to);
  const found: ViewRow[] = [];
  for (let level = [current]; level.length > 0; ) {
    level = level.flatMap(({ id }) => {
      const children = byParent.get(id) ?? [];
      byParent.delete(id);
      return children.filter((child) => child.id !== current.id);
    });
    found.push(...level);
  }
  return found;
}
