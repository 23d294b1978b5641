import {
  type AccountId,
  beginningOf,
  GRAPH_LABEL_LENGTH,
  type GraphParameters,
  type JournalGraph,
  NO_PARENT,
  nodeValue,
  PARENT_NOT_INCLUDED,
  WEIGHED_LENGTH,
} from '@anecdotes/contracts';
import { sql } from 'kysely';
import { countPassing, passingCount } from '../anecdotes/count.ts';
import { matching } from '../anecdotes/filtering.ts';
import { type AnecdoteFilter, filterOf } from '../anecdotes/parameters.ts';
import { isLinked } from '../anecdotes/searched.ts';
import type { ViewsDatabase } from '../db/database.ts';
import { viewTable } from '../db/view-table.ts';
import { understood } from '../words/understood.ts';

type Row = {
  id: string;
  connected_to: string | null;
  /** Null for the topmost anecdote, and on a cycle. */
  chain: string | null;
  /** Only the beginning. */
  description: string;
  tags: string[];
  reaction_count: number;
  at: Date;
  /** How many rows there are without the limit, and with the anecdotes that have no link. */
  total: number;
  passing: number;
};

/** The anecdotes of `owner` that pass a filter and have a parent or children, the newest up to the limit. */
export async function graphOf(
  db: ViewsDatabase,
  owner: AccountId,
  { limit, ...parameters }: GraphParameters,
): Promise<JournalGraph> {
  const filter = await understood(db, owner, filterOf(parameters));
  const rows = await linkedRows(db, owner, filter, limit);
  const { total, passing } = rows[0] ?? { total: 0, passing: await countPassing(db, owner, filter) };
  const indices = new Map(rows.map(({ id }, index) => [id, index]));
  const parentOf = ({ connected_to }: Row) =>
    connected_to === null ? NO_PARENT : (indices.get(connected_to) ?? PARENT_NOT_INCLUDED);
  const tagNames = namesByUse(rows.flatMap(({ tags }) => tags.slice(0, 1)));
  const tagIndices = new Map(tagNames.map((name, index) => [name, index]));
  return {
    ids: rows.map(({ id }) => id),
    parents: rows.map(parentOf),
    labels: rows.map(({ description }) => labelOf(description)),
    tags: rows.map(({ tags: [first] }) => (first === undefined ? -1 : (tagIndices.get(first) ?? -1))),
    tag_names: tagNames,
    times: rows.map(({ at }) => Math.floor(at.getTime() / 1_000)),
    sizes: rows.map((row) => Math.round(nodeValue(row))),
    chains: numberChains(rows),
    unlinked: Math.max(0, passing - total),
    total,
    complete: rows.length === total,
  };
}

async function linkedRows(db: ViewsDatabase, owner: AccountId, filter: AnecdoteFilter, limit: number): Promise<Row[]> {
  const anecdotes = viewTable('anecdote');
  const members = viewTable('chain_member');
  const nearest = db
    .selectFrom('anecdote')
    .select(['anecdote.id', sql<number>`count(*) over ()::int4`.as('total')])
    .where(matching(owner, filter))
    .where(isLinked(owner))
    .orderBy('anecdote.at', 'desc')
    .orderBy('anecdote.id', 'desc')
    .limit(limit);
  const { rows } = await sql<Row>`
    with nearest as materialized (${nearest})
    select anecdote.id, connected_to, chain, left(description, ${sql.lit(WEIGHED_LENGTH)}) as description, tags,
           cardinality(same_here) as reaction_count, at, total, ${passingCount(owner, filter)} as passing
    from nearest join ${anecdotes} anecdote on anecdote.id = nearest.id
    left join ${members} member on member.anecdote = nearest.id
    order by at desc, anecdote.id desc`.execute(db);
  return rows;
}

function labelOf(description: string): string {
  return beginningOf(description.replace(/\s+/g, ' ').trim(), GRAPH_LABEL_LENGTH);
}

/** The different `names`, the most frequent first. */
function namesByUse(names: readonly string[]): string[] {
  const uses = new Map<string, number>();
  for (const name of names) uses.set(name, (uses.get(name) ?? 0) + 1);
  return [...uses].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([name]) => name);
}

/**
 * The number of the chain of each of `rows`. Rows on a cycle have the same number if links between `rows` connect them.
 */
function numberChains(rows: readonly Pick<Row, 'id' | 'connected_to' | 'chain'>[]): number[] {
  const above = new Map<string, string>();
  const top = (id: string): string => {
    let last = id;
    for (let next = above.get(last); next !== undefined; next = above.get(last)) last = next;
    for (let step = id; step !== last; ) {
      const next = above.get(step) ?? last;
      above.set(step, last);
      step = next;
    }
    return last;
  };
  for (const { id, connected_to, chain } of rows) {
    const parent = chain ?? connected_to;
    if (parent === null) continue;
    const [one, other] = [top(id), top(parent)];
    if (one !== other) above.set(one, other);
  }
  const numbers = new Map<string, number>();
  return rows.map(({ id }) => {
    const name = top(id);
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  });
}
