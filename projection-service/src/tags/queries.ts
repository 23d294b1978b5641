import { type AccountId, normaliseTag, type Tag, type TagParameters, type TagStatistics } from '@anecdotes/contracts';
import { sql } from 'kysely';
import { containing } from '../anecdotes/search-text.ts';
import type { ViewsDatabase } from '../db/database.ts';
import { fixedShape } from '../db/fixed-shape.ts';

/** The tags of `owner` that contain the term, most used first, and how many there are in all. */
export async function findTags(
  db: ViewsDatabase,
  owner: AccountId,
  { search_term, limit }: TagParameters,
): Promise<{ tags: Tag[]; totalCount: number }> {
  const pattern = containing(normaliseTag(search_term ?? ''));
  const matching = db.selectFrom('tag').where('owner', '=', owner).where('name', 'like', pattern);
  const rows = matching
    .select((eb) => [
      'name',
      'count',
      eb
        .selectFrom('tag_use')
        .select(sql<Date>`max(tag_use.at)`.as('at'))
        .whereRef('tag_use.owner', '=', 'tag.owner')
        .whereRef('tag_use.tag', '=', 'tag.name')
        .as('last_used'),
    ])
    .orderBy('count', 'desc')
    .orderBy('name')
    .limit(limit)
    .modifyEnd(fixedShape)
    .execute();
  const total = matching
    .select(sql<number>`count(*)::int4`.as('count'))
    .modifyEnd(fixedShape)
    .executeTakeFirstOrThrow();
  const [found, { count: totalCount }] = await Promise.all([rows, total]);
  const tags = found.map(({ name, count, last_used }) => ({
    name,
    count,
    lastUsed: (last_used ?? new Date(0)).toISOString(),
  }));
  return { tags, totalCount };
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
  const journal = db
    .selectFrom('journal')
    .select('count')
    .where('owner', '=', owner)
    .modifyEnd(fixedShape)
    .executeTakeFirst();
  const [{ unique, used }, [mostUsed], total] = await Promise.all([all, top, journal]);
  const anecdotes = total?.count ?? 0;
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
