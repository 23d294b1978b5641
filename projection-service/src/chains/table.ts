import { defineDerived, uuid } from '../projection/table.ts';

/**
 * The chain of each anecdote that has a parent: the id of the topmost anecdote, even if that is deleted. An anecdote
 * without a parent has no row: its id is the chain of those below it. An anecdote on a cycle, or below one, has no
 * chain. Derived from the anecdotes.
 */
export const chainMembers = defineDerived({
  name: 'chain_member',
  columns: { anecdote: uuid(), owner: uuid(), chain: uuid() },
  primaryKey: ['anecdote'],
  indexes: (schema) => `create index if not exists chain_member_chain on ${schema}.chain_member (owner, chain);`,
  recompute: (schema) => `
    with recursive changed as materialized (
      select id, owner from unnest($1::uuid[], $2::uuid[]) as changed(id, owner)
    ), below(id, owner) as (
      select id, owner from changed
      union
      select child.id, below.owner from below cross join lateral (${childrenOf(schema, 'below.owner', 'below.id')}) child
    ), near(id, owner) as (
      select id, owner from changed
      union
      select child.id, changed.owner
      from changed cross join lateral (${childrenOf(schema, 'changed.owner', 'changed.id')}) child
    ), placed(anecdote, owner, chain) as (
      select near.id, near.owner, case when parent.connected_to is null then own.connected_to else above.chain end
      from near
      cross join lateral (${anecdote(schema, 'near.owner', 'near.id')}) own
      left join lateral (${anecdote(schema, 'near.owner', 'own.connected_to')}) parent on true
      left join lateral (select chain from ${schema}.chain_member where anecdote = parent.id offset 0) above on true
      where own.connected_to is not null and (parent.connected_to is null
        or (above.chain is not null and parent.id not in (select id from below)))
    ), reached(anecdote, owner, chain) as (
      select anecdote, owner, chain from placed
      union all
      select child.id, reached.owner, reached.chain
      from reached cross join lateral (${childrenOf(schema, 'reached.owner', 'reached.anecdote')}) child
    ), withdrawn as (
      delete from ${schema}.chain_member
      where anecdote = any(array(select id from below except select anecdote from reached))
    )
    insert into ${schema}.chain_member as member (anecdote, owner, chain)
    select anecdote, owner, chain from reached
    on conflict (anecdote) do update set chain = excluded.chain where member.chain <> excluded.chain`,
  fill: (schema) => `
    truncate ${schema}.chain_member;
    insert into ${schema}.chain_member (anecdote, owner, chain)
    with recursive reached(anecdote, owner, chain) as (
      select own.id, own.owner, own.connected_to from ${schema}.anecdote own
      left join ${schema}.anecdote parent on parent.id = own.connected_to and parent.owner = own.owner
      where own.connected_to is not null and parent.connected_to is null
      union all
      select child.id, reached.owner, reached.chain
      from reached cross join lateral (${childrenOf(schema, 'reached.owner', 'reached.anecdote')}) child
    )
    select anecdote, owner, chain from reached;`,
});

/** `offset 0` makes the database look rows up one by one instead of joining the anecdotes of all accounts. */
function childrenOf(schema: string, owner: string, id: string): string {
  return `select other.id from ${schema}.anecdote other where other.owner = ${owner} and other.connected_to = ${id} offset 0`;
}

function anecdote(schema: string, owner: string, id: string): string {
  return `select found.id, found.connected_to from (
    select * from ${schema}.anecdote same where same.id = ${id} offset 0) found where found.owner = ${owner}`;
}
