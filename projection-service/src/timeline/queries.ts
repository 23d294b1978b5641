import type { AccountId, TimelineView } from '@anecdotes/contracts';
import { viewColumns, viewOf } from '../anecdotes/view.ts';
import type { ViewsDatabase } from '../db/database.ts';

/** The timeline around anecdote `id` of `owner`, or undefined when there is no such anecdote. */
export async function timelineOf(db: ViewsDatabase, owner: AccountId, id: string): Promise<TimelineView | undefined> {
  const rows = await db
    .selectFrom('anecdote')
    .select(viewColumns)
    .where('owner', '=', owner)
    .where((eb) =>
      eb.or([
        eb('id', '=', id),
        eb('connected_to', '=', id),
        eb(
          'id',
          '=',
          eb
            .selectFrom('anecdote as child')
            .select('child.connected_to')
            .where('child.id', '=', id)
            .where('child.owner', '=', owner),
        ),
      ]),
    )
    .orderBy('at')
    .orderBy('id')
    .execute();
  const anecdote = rows.find((row) => row.id === id);
  if (anecdote === undefined) return undefined;
  const root = rows.find((row) => row.id === anecdote.connected_to) ?? anecdote;
  const connected = rows
    .filter((row) => row !== root)
    .map((row) => ({ ...viewOf(row, owner), is_connected_from: row.connected_to === id && row.id !== id }));
  return { root_anecdote: viewOf(root, owner), connected_anecdotes: connected, total_connections: connected.length };
}
