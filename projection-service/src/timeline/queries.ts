import type { AccountId, TimelineView } from '@anecdotes/contracts';
import { sql } from 'kysely';
import { viewColumns, viewOf } from '../anecdotes/view.ts';
import type { ViewsDatabase } from '../db/database.ts';
import { fixedShape } from '../db/fixed-shape.ts';
import { rowCount } from '../db/row-count.ts';

/** The limits of a timeline in one answer, including the anecdote and its root. */
const MAX_ANECDOTES = 1_000;
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * The timeline around anecdote `id` of `owner`, or undefined when there is no such anecdote. If too many are connected,
 * it has the oldest; `total_connections` counts all of them.
 */
export async function timelineOf(db: ViewsDatabase, owner: AccountId, id: string): Promise<TimelineView | undefined> {
  const [lineage, children] = await Promise.all([withParent(db, owner, id), childrenOf(db, owner, id)]);
  const anecdote = lineage.find((row) => row.id === id);
  if (anecdote === undefined) return undefined;
  const root = lineage.find((row) => row.id === anecdote.connected_to) ?? anecdote;
  const others = children.filter((row) => row.id !== root.id && row.id !== id);
  const own = anecdote === root ? [] : [anecdote];
  const missing = (children[0]?.total ?? 0) - children.length;
  const connected = [...own, ...others]
    .sort((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1))
    .map((row) => ({ ...viewOf(row, owner), is_connected_from: row.connected_to === id && row.id !== id }));
  return {
    root_anecdote: viewOf(root, owner),
    connected_anecdotes: connected,
    total_connections: connected.length + missing,
    complete: missing === 0,
  };
}

/**
 * The anecdote and its parent. The owner is checked in this process: with the owner as a condition, the database may
 * search an index of the whole journal for the ids.
 */
async function withParent(db: ViewsDatabase, owner: AccountId, id: string) {
  const parent = db.selectFrom('anecdote').select('connected_to').where('id', '=', id);
  const rows = await db
    .selectFrom('anecdote')
    .select([...viewColumns, 'owner'])
    .where('id', '=', sql<string>`any(array[${id}::uuid, (${parent})])`)
    .modifyEnd(fixedShape)
    .execute();
  return rows.filter((row) => row.owner === owner);
}

/** The children of the anecdote, oldest first, as many as fit into an answer, each with how many there are in all. */
function childrenOf(db: ViewsDatabase, owner: AccountId, id: string) {
  const all = db.selectFrom('anecdote').where('owner', '=', owner).where('connected_to', '=', id);
  const children = all
    .select(viewColumns)
    .select(
      sql<number>`sum(octet_length(description) + octet_length(array_to_string(tags, ''))) over (order by at, id)`.as(
        'bytes',
      ),
    )
    .orderBy('at')
    .orderBy('id')
    .limit(MAX_ANECDOTES - 2);
  return db
    .selectFrom(children.as('child'))
    .selectAll()
    .select(all.select(rowCount).as('total'))
    .where('bytes', '<=', MAX_BYTES)
    .orderBy('at')
    .orderBy('id')
    .modifyEnd(fixedShape)
    .execute();
}
