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
import { type RawBuilder, sql } from 'kysely';
import { journalLength } from '../anecdotes/count.ts';
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
  const counted = matching.select(rowCount);
  let query = matching.select(['name', 'count', lastUsed.as('last_used'), counted.as('total')]);
  if (cursor !== undefined) query = query.where(behind(sort_by, sort_order, keyset.decodeCursor(list, cursor, 2)));
  const found = await query
    .orderBy(sort_by, sort_order)
    .orderBy('name')
    .limit(limit + 1)
    .modifyEnd(fixedShape)
    .execute();
  const totalCount = found[0]?.total ?? (await counted.modifyEnd(fixedShape).executeTakeFirstOrThrow()).count;
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
  const { rows } = await sql<TaggedAnecdotes>`
    select array(
      select anecdote from ${viewTable('tag_use')} where owner = ${owner} and tag = ${tag}
      order by at desc, anecdote desc limit ${sql.lit(limits.operation)}
    ) as ids, coalesce((
      select count from ${viewTable('tag')} where owner = ${owner} and name = ${tag}
    ), 0) as "totalCount" ${fixedShape}`.execute(db);
  return rows[0] ?? { ids: [], totalCount: 0 };
}

type TagFigures = { readonly unique: number; readonly used: number; readonly anecdotes: number };

/** Figures about the tags of `owner`. */
export async function tagStatistics(db: ViewsDatabase, owner: AccountId): Promise<TagStatistics> {
  const { rows } = await sql<TagFigures & { top: TagCount[] }>`
    select count(*)::int4 as "unique", coalesce(sum(count), 0)::int4 as used, ${journalLength(owner)} as anecdotes,
      ${topTags(owner, 1)} as top
    from ${viewTable('tag')} where owner = ${owner} ${fixedShape}`.execute(db);
  const { unique = 0, used = 0, anecdotes = 0, top = [] } = rows[0] ?? {};
  return {
    total_anecdotes: anecdotes,
    total_tags_used: used,
    unique_tags: unique,
    average_tags_per_anecdote: anecdotes === 0 ? 0 : used / anecdotes,
    most_used_tag: top[0] ?? null,
  };
}

export type TagCount = { readonly name: string; readonly count: number };

/** The query of the most used tags of `owner`. */
export function topTags(owner: AccountId, limit: number): RawBuilder<TagCount[]> {
  return sql`coalesce((
    select json_agg(top) from (
      select name, count from ${viewTable('tag')} where owner = ${owner}
      order by count desc, name limit ${sql.lit(limit)}
    ) as top), '[]')`;
}
