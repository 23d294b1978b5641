import { hash } from 'node:crypto';
import type pg from 'pg';
import { RESTORE_PERIOD_MS } from '../limits.ts';
import { sqlStateOf, UNDEFINED_TABLE } from './postgres/sql-state.ts';

/** What to look for: an anecdote with this id or, if `content` is given, with the same time and description. */
export type AnecdoteToFind = {
  readonly id: string;
  readonly content?: { readonly timestamp: string; readonly description: string } | undefined;
};

/** Where an anecdote was found, and its id there. */
export type FoundInJournal = { readonly id: string; readonly foundIn: 'journal' | 'trash' };

/** How many bytes an anecdote counts in addition to its text. */
const BYTES_BESIDE_TEXT = 500;

/** The size of a journal in the views, which are at `position` of the log. */
export type MeasuredJournal = { readonly anecdotes: number; readonly bytes: bigint; readonly position: bigint };

/** The size of the journal of `account`, about as it is counted on writing; undefined when there are no views. */
export async function measureJournal(database: pg.Pool, account: string): Promise<MeasuredJournal | undefined> {
  try {
    const { rows } = await database.query<MeasuredJournal>(
      `select (select position from projection.generation where state = 'live') as position,
              count(*)::int as anecdotes,
              coalesce(sum(octet_length(description) + ${BYTES_BESIDE_TEXT}), 0)::bigint as bytes
       from views.anecdote where owner = $1`,
      [account],
    );
    return rows[0];
  } catch (error) {
    if (sqlStateOf(error) !== UNDEFINED_TABLE) throw error;
    return undefined;
  }
}

/**
 * Looks up each of `wanted` in the views of a journal and returns the results in their order. Not exact enough for a
 * rule: the views may be behind the log, and nothing is found when there are no views.
 */
export async function findInJournal(
  database: pg.Pool,
  account: string,
  wanted: readonly AnecdoteToFind[],
  now: Date,
): Promise<(FoundInJournal | undefined)[]> {
  try {
    const ids = wanted.map(({ id }) => id);
    const times = wanted.flatMap(({ content }) => content?.timestamp ?? []);
    const live = await database.query<{ id: string; name: string }>({
      name: 'live-in-journal',
      text: `select id, '' as name from views.anecdote where owner = $1 and id = any($2::uuid[])
             union all
             select id, (extract(epoch from at) * 1000)::int8 || ' ' || md5(description)
             from views.anecdote where owner = $1 and at = any($3::timestamptz[])`,
      values: [account, ids, times],
    });
    const trash = await database.query<{ id: string }>({
      name: 'trash-of-journal',
      text: `select distinct about as id from views.history
             where account = $1 and about = any($2::uuid[]) and type = 'AnecdoteDeleted' and at >= $3`,
      values: [account, ids, new Date(now.getTime() - RESTORE_PERIOD_MS)],
    });
    const inJournal = new Map(live.rows.map(({ id }) => [id, { id, foundIn: 'journal' } as const]));
    const named = new Map(live.rows.map(({ id, name }) => [name, id]));
    const inTrash = new Set(trash.rows.map(({ id }) => id));
    return wanted.map(({ id, content }) => {
      const same = content && named.get(nameOf(content));
      const found = inJournal.get(id) ?? inJournal.get(same ?? '');
      if (found !== undefined) return found;
      return inTrash.has(id) ? { id, foundIn: 'trash' } : undefined;
    });
  } catch (error) {
    if (sqlStateOf(error) !== UNDEFINED_TABLE) throw error;
    return wanted.map(() => undefined);
  }
}

/** The parents of the anecdotes `ids` of a journal and of all above them, by child; as exact as `findInJournal`. */
export async function findParents(
  database: pg.Pool,
  account: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  try {
    // With `limit`, each parent is looked up in the index, not joined: a chain may have any length.
    const { rows } = await database.query<{ id: string; parent: string }>({
      name: 'parents-in-journal',
      text: `with recursive link(id, parent) as (
               select id, connected_to from views.anecdote where owner = $1 and id = any($2::uuid[])
               union
               select above.* from link, lateral (
                 select id, connected_to from views.anecdote where owner = $1 and id = link.parent limit 1) above)
             select id, parent from link where parent is not null`,
      values: [account, ids],
    });
    return new Map(rows.map(({ id, parent }) => [id, parent]));
  } catch (error) {
    if (sqlStateOf(error) !== UNDEFINED_TABLE) throw error;
    return new Map();
  }
}

function nameOf({ timestamp, description }: NonNullable<AnecdoteToFind['content']>): string {
  return `${Date.parse(timestamp)} ${hash('md5', description)}`;
}
