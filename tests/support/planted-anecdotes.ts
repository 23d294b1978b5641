import type { AnecdoteId } from '@anecdotes/contracts';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import type pg from 'pg';

/**
 * Copies the stored row of `template` once for each of `parents`, with that parent: the index of another copy, the id
 * of an anecdote, or null. Each copy is a second later than the one before, and the first later than all existing ones.
 * Returns the ids of the copies.
 */
export async function plantAnecdotes(
  pool: Pick<pg.Pool, 'query'>,
  template: AnecdoteId,
  parents: readonly (number | string | null)[],
): Promise<AnecdoteId[]> {
  const ids = parents.map(() => newId() as AnecdoteId);
  const named = parents.map((parent) => (typeof parent === 'number' ? ids[parent] : parent));
  await pool.query(
    `with template as materialized (
       select a, (select max(at) from views.anecdote where owner = a.owner) as latest from views.anecdote a where id = $1
     )
     insert into views.anecdote select (jsonb_populate_record(a, jsonb_build_object(
       'id', link.id, 'connected_to', link.parent, 'at', latest + link.place * interval '1 second'
     ))).*
     from template, unnest($2::uuid[], $3::uuid[]) with ordinality as link(id, parent, place)`,
    [template, ids, named],
  );
  await pool.query('analyze views.anecdote');
  return ids;
}

/** Parents of a chain of `length` anecdotes, each below the one before. */
export const linearChain = (length: number) => Array.from({ length }, (_, index) => (index === 0 ? null : index - 1));
