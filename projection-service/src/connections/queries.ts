import type { AccountId, AnecdoteView, ConnectionsParameters, ConnectionsView } from '@anecdotes/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { ViewRow } from '../anecdotes/table.ts';
import { viewColumns, viewOf } from '../anecdotes/view.ts';
import type { ViewsDatabase } from '../db/database.ts';
import { fixedShape } from '../db/fixed-shape.ts';
import { viewTable } from '../db/view-table.ts';

const MAX_BYTES = 1024 * 1024;
/** The texts of anecdotes after these are cut. */
const WHOLE_TEXTS = 100;
const CUT_LENGTH = 200;

/** The fields of an anecdote that connect it to others. */
type Link = { id: string; connected_to: string | null; at: Date };

/**
 * What anecdote `id` of `owner` is linked to, up to `depth` generations upward and downward, or undefined when it does
 * not exist. If there are more than `limit` anecdotes, itself included, the nearest; `complete` is false when some are
 * missing or their texts are cut.
 */
export async function connectionsOf(
  db: ViewsDatabase,
  owner: AccountId,
  id: string,
  { limit, depth }: ConnectionsParameters,
): Promise<ConnectionsView | undefined> {
  const most = limit + 1;
  const [upward, downward] = await Promise.all([
    walk(db, owner, id, ancestors(), most),
    walk(db, owner, id, descendants(owner, most), most),
  ]);
  const current = upward.find((link) => link.id === id);
  if (current === undefined) return undefined;
  const above = nearestFirst(current, upward);
  const below = breadthFirst(current, downward);
  const nearest = [above.slice(0, depth), below.slice(0, depth).flat()] as const;
  const ids = [...new Set([current.id, ...alternate(...nearest)])];
  const { views, isWhole } = await viewsOf(db, owner, ids.slice(0, limit));
  const known = (links: readonly Link[]) => links.flatMap((link) => views.get(link.id) ?? []);
  const [self] = known([current]);
  if (self === undefined) return undefined;
  return {
    current: self,
    children: known(nearest[1]),
    parents: known(nearest[0]),
    complete: isWhole && ids.length <= limit && above.length <= depth && below.length <= depth,
  };
}

const anecdotes = viewTable('anecdote');

/**
 * The anecdote and the nearest ones that `step` reaches from it, together at most `most`, in no order. `union` drops
 * repeated rows, which ends a cycle.
 */
async function walk(
  db: ViewsDatabase,
  owner: AccountId,
  id: string,
  step: RawBuilder<Link>,
  most: number,
): Promise<Link[]> {
  const { rows } = await sql<Link>`
    with recursive link(id, connected_to, at) as (
      select self.id, self.connected_to, self.at
      from (select * from ${anecdotes} where id = ${id} offset 0) self where self.owner = ${owner}
      union
      select next.id, next.connected_to, next.at
      from link cross join lateral (${step}) next
      where next.owner = ${owner}
    )
    select id, connected_to, at from link limit ${most} ${fixedShape}`.execute(db);
  return rows;
}

/**
 * `offset 0` keeps the database from joining the whole journal, or from searching an index of the journal for one id.
 */
const ancestors = () => sql<Link>`select * from ${anecdotes} other where other.id = link.connected_to offset 0`;

const descendants = (owner: AccountId, most: number) => sql<Link>`
  select * from ${anecdotes} other where other.owner = ${owner} and other.connected_to = link.id
  order by other.at, other.id limit ${most}`;

function nearestFirst(current: Link, links: readonly Link[]): Link[] {
  const byId = new Map(links.map((link) => [link.id, link]));
  const chain: Link[] = [];
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

/** The generations below `current`. Each lists the children of one parent after those of another, oldest first. */
function breadthFirst(current: Link, links: readonly Link[]): Link[][] {
  const oldestFirst = links.toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1));
  const byParent = Map.groupBy(oldestFirst, (link) => link.connected_to);
  const found: Link[][] = [];
  for (let level = [current]; level.length > 0; ) {
    level = level.flatMap(({ id }) => {
      const children = byParent.get(id) ?? [];
      byParent.delete(id);
      return children.filter((child) => child.id !== current.id);
    });
    if (level.length > 0) found.push(level);
  }
  return found;
}

/** The ids of both sides in turn, so that a limit keeps the nearest of both. */
function* alternate(above: readonly Link[], below: readonly Link[]): Generator<string> {
  for (let index = 0; index < Math.max(above.length, below.length); index += 1) {
    for (const link of [above[index], below[index]]) if (link !== undefined) yield link.id;
  }
}

const columnsButDescription = sql.join(
  viewColumns.filter((column) => column !== 'anecdote.description').map((column) => sql.ref(column)),
);

/**
 * The views of the first `ids`, as many as fit into the bytes of an answer; `isWhole` is false if there are more or a
 * text was cut. An anecdote that was deleted after `ids` were read is left out.
 */
async function viewsOf(
  db: ViewsDatabase,
  owner: AccountId,
  ids: readonly string[],
): Promise<{ views: Map<string, AnecdoteView>; isWhole: boolean }> {
  const { rows } = await sql<ViewRow & { is_cut: boolean; found: number }>`
    select ${columnsButDescription}, is_cut, found,
           case when is_cut then left(description, ${CUT_LENGTH}) || '…' else description end as description
    from (
      select *, sum(
        case when is_cut then 0 else octet_length(description) end + octet_length(array_to_string(tags, ''))
      ) over (order by ordinal) as bytes, count(*) over ()::int4 as found
      from (
        select anecdote.*, ordinal, ordinal > ${WHOLE_TEXTS} and length(description) > ${CUT_LENGTH} as is_cut
        from unnest(${[...ids]}::uuid[]) with ordinality as listed(wanted, ordinal)
        join ${anecdotes} on anecdote.id = wanted
        where anecdote.owner = ${owner}
      ) marked
    ) anecdote
    where bytes <= ${MAX_BYTES} order by ordinal ${fixedShape}`.execute(db);
  const views = new Map<string, AnecdoteView>();
  let bytes = 0;
  let isCut = false;
  for (const { is_cut, found: _, ...row } of rows) {
    const view = viewOf(row, owner);
    bytes += Buffer.byteLength(JSON.stringify(view));
    if (bytes > MAX_BYTES) break;
    views.set(row.id, view);
    isCut ||= is_cut;
  }
  return { views, isWhole: !isCut && views.size === (rows[0]?.found ?? 0) };
}
