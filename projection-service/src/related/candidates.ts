import type { AccountId } from '@anecdotes/contracts';
import { type RawBuilder, sql } from 'kysely';
import { boxAround, inside, kilometresTo } from '../anecdotes/place.ts';
import type { ViewsDatabase } from '../db/database.ts';
import { fixedShape } from '../db/fixed-shape.ts';
import { LIVE_SCHEMA } from '../projection/generation.ts';
import type { Candidate, Subject } from './score.ts';

/** How many are taken that happened last before the subject, and first after it; of all, and with each tag. */
const NEXT_TO = { before: 120, after: 40 };
const TAGGED = { before: 60, after: 20 };
/** How many with a word are looked at, and how many of these, the nearest in time, are taken. */
export const MOST_HITS = 300;
const WITH_A_WORD = 40;
const PLACE_KM = 1;
/** A place with more is told to have so many, and says little. */
export const MOST_IN_PLACE = 150;
const IN_PLACE = 60;
const anecdotes = sql.table(`${LIVE_SCHEMA}.anecdote`);
const uses = sql.table(`${LIVE_SCHEMA}.tag_use`);
const wordUses = sql.table(`${LIVE_SCHEMA}.word_use`);

function columns({ spot, words }: Subject): RawBuilder<unknown> {
  const km = spot === null ? sql`null::float8` : kilometresTo(spot);
  return sql`anecdote.id, anecdote.at, anecdote.tags, ${km} as km, array(
    select word from ${wordUses} used cross join unnest(used.words) as word
    where used.anecdote = anecdote.id and word = any(${[...words]}::text[])
  ) as words`;
}

/** The anecdotes of `owner` that happened next to `subject`. */
export async function nextTo(db: ViewsDatabase, owner: AccountId, subject: Subject): Promise<Candidate[]> {
  const at = subject.at.toISOString();
  const { rows } = await sql<Candidate>`
    (select ${columns(subject)} from ${anecdotes} anecdote where owner = ${owner} and at <= ${at}::timestamptz
     order by at desc, id desc limit ${sql.lit(NEXT_TO.before)})
    union all
    (select ${columns(subject)} from ${anecdotes} anecdote where owner = ${owner} and at > ${at}::timestamptz
     order by at, id limit ${sql.lit(NEXT_TO.after)}) ${fixedShape}`.execute(db);
  return rows;
}

/** An anecdote that was found; `in_place` is how many happened within a kilometre, for one that was found by that. */
type Found = Candidate & { readonly in_place: number | null };

/**
 * The anecdotes of `owner` that share one of `tags` with `subject`, have one of `words`, or happened within a kilometre;
 * of each a bounded number.
 */
export async function sharing(
  db: ViewsDatabase,
  owner: AccountId,
  subject: Subject,
  { tags, words }: { tags: readonly string[]; words: readonly string[] },
): Promise<Found[]> {
  const at = subject.at.toISOString();
  const ways: RawBuilder<unknown>[] = words.map(
    (word) => sql`(select id, null::int4 as in_place from (
        select anecdote.id, anecdote.at from ${wordUses} used join ${anecdotes} anecdote on anecdote.id = used.anecdote
        where used.owner = ${owner} and used.words && ${[word]}::text[] limit ${sql.lit(MOST_HITS)}
      ) hit order by abs(extract(epoch from at - ${at}::timestamptz)), id limit ${sql.lit(WITH_A_WORD)})`,
  );
  if (tags.length > 0) {
    ways.push(sql`(select tagged.anecdote, null from unnest(${[...tags]}::text[]) as shared(tag) cross join lateral (
      (select anecdote from ${uses} where owner = ${owner} and tag = shared.tag and at <= ${at}::timestamptz
       order by at desc, anecdote limit ${sql.lit(TAGGED.before)})
      union all
      (select anecdote from ${uses} where owner = ${owner} and tag = shared.tag and at > ${at}::timestamptz
       order by at, anecdote desc limit ${sql.lit(TAGGED.after)})
    ) tagged)`);
  }
  if (subject.spot !== null) {
    ways.push(sql`(select id, count(*) over ()::int4 from (
        select anecdote.id, anecdote.at from ${anecdotes} anecdote
        where owner = ${owner} and ${inside('anecdote', boxAround({ ...subject.spot, km: PLACE_KM }))}
        limit ${sql.lit(MOST_IN_PLACE)}
      ) hit order by abs(extract(epoch from at - ${at}::timestamptz)), id limit ${sql.lit(IN_PLACE)})`);
  }
  if (ways.length === 0) return [];
  const { rows } = await sql<Found>`
    with found as materialized (
      select id, max(in_place) as in_place from (${sql.join(ways, sql` union all `)}) way(id, in_place) group by id
    )
    select ${columns(subject)}, found.in_place from found join ${anecdotes} anecdote on anecdote.id = found.id`.execute(
    db,
  );
  return rows;
}
