import {
  type AccountId,
  limits,
  normaliseTag,
  succeed,
  type Tag,
  type TaggedAnecdotes,
  type TagPage,
  type TagParameters,
  type TagStatistics,
} from '@anecdotes/contracts';
import { sql } from 'kysely';
import { countAll } from '../anecdotes/count.ts';
import { directions } from '../anecdotes/filtering.ts';
import { containing } from '../anecdotes/search-text.ts';
import type { ViewsDatabase } from '../db/database.ts';
import { fixedShape } from '../db/fixed-shape.ts';
import { rowCount } from '../db/row-count.ts';
import { viewTable } from '../db/view-table.ts';
import { type CursorPosition, type Keyset, pageOf } from '../keyset.ts';

type TagRow = { readonly name: string; readonly count: number; readonly last_used: Date | null };

/** The tags of `owner` that contain the term, most used first unless asked otherwise, and how many there are in all. */
export async function findTags(
  db: ViewsDatabase,
  keyset: Keyset,
  owner: AccountId,
  { search_term, limit, cursor, sort_by, sort_order }: TagParameters,
): Promise<TagPage> {
  const term = normaliseTag(search_term ?? '');
  const list = [owner, 'tags', term, sort_by, sort_order];
  const matching = db.selectFrom('tag').where('owner', '=', owner).where('name', 'like', containing(term));
  let query = matching.select(['name', 'count', lastUsed.as('last_used')]);
  if (cursor !== undefined) query = query.where(behind(sort_by, sort_order, keyset.decodeCursor(list, cursor, 2)));
  const rows = query
    .orderBy(sort_by, sort_order)
    .orderBy('name')
    .limit(limit + 1)
    .modifyEnd(fixedShape)
    .execute();
  const total = matching.select(rowCount).modifyEnd(fixedShape).executeTakeFirstOrThrow();
  const [found, { count: totalCount }] = await Promise.all([rows, total]);
  const cursorAfter = (last: TagRow) => keyset.encodeCursor(list, [sortValueOf(last, sort_by), last.name]);
  const { shown, pagination } = pageOf(found, limit, cursorAfter);
  return { ...succeed(shown.map(tagOf)), pagination: { ...pagination, totalCount }, totalCount };
}

const lastUsed = sql<Date | null>`(
  select max(tag_use.at) from ${viewTable('tag_use')}
  where tag_use.owner = tag.owner and tag_use.tag = tag.name)`;

const sortKeys = {
  count: { key: sql`tag.count`, type: sql`int` },
  name: { key: sql`tag.name`, type: sql`text` },
  last_used: { key: lastUsed, type: sql`timestamptz` },
};

/** The condition that a tag comes after a cursor; tags with the same value are ordered by name. */
function behind(by: TagParameters['sort_by'], order: 'asc' | 'desc', [given, name]: CursorPosition) {
  const { key, type } = sortKeys[by];
  const value = sql`${given}::${type}`;
  return sql<boolean>`(${key} ${directions[order].after} ${value} or (${key} = ${value} and tag.name > ${name}::text))`;
}

function sortValueOf(tag: TagRow, by: TagParameters['sort_by']): string | number {
  return by === 'last_used' ? instantOf(tag.last_used) : tag[by];
}

function tagOf({ name, count, last_used }: TagRow): Tag {
  return { name, count, lastUsed: instantOf(last_used) };
}

function instantOf(at: Date | null): string {
  return (at ?? new Date(0)).toISOString();
}

/** The live anecdotes of `owner` that have the tag, as many as an operation may name, newest first. */
export async function taggedAnecdotes(db: ViewsDatabase, owner: AccountId, tag: string): Promise<TaggedAnecdotes> {
  const uses = db.selectFrom('tag_use').where('owner', '=', owner).where('tag', '=', tag);
  const rows = uses
    .select('anecdote')
    .orderBy('at', 'desc')
    .orderBy('anecdote', 'desc')
    .limit(limits.operation)
    .modifyEnd(fixedShape)
    .execute();
  const total = db
    .selectFrom('tag')
    .select('count')
    .where('owner', '=', owner)
    .where('name', '=', tag)
    .modifyEnd(fixedShape)
    .executeTakeFirst();
  const [found, counted] = await Promise.all([rows, total]);
  return { ids: found.map(({ anecdote }) => anecdote), totalCount: counted?.count ?? 0 };
}

/** Figures about the tags of `owner`. */
export async function tagStatistics(db: ViewsDatabase, owner: AccountId): Promise<TagStatistics> {
  const all = db
    .selectFrom('tag')
    .select([sql<number>`count(*)::int4`.as('unique'), sql<number>`coalesce(sum(count), 0)::int4`.as('used')])
    .where('owner', '=', owner)
    .modifyEnd(fixedShape)
    .executeTakeFirstOrThrow();
  const top = topTags(db, owner, 1);
  const [{ unique, used }, [mostUsed], anecdotes] = await Promise.all([all, top, countAll(db, owner)]);
  return {
    total_anecdotes: anecdotes,
    total_tags_used: used,
    unique_tags: unique,
    average_tags_per_anecdote: anecdotes === 0 ? 0 : used / anecdotes,
    most_used_tag: mostUsed ?? null,
  };
}

/** The most used tags of `owner`. */
export async function topTags(
  db: ViewsDatabase,
  owner: AccountId,
  limit: number,
): Promise<{ name: string; count: number }[]> {
  return db
    .selectFrom('tag')
    .select(['name', 'count'])
    .where('owner', '=', owner)
    .orderBy('count', 'desc')
    .orderBy('name')
    .limit(limit)
    .modifyEnd(fixedShape)
    .execute();
}
