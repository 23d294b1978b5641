import type { AccountId } from '@anecdotes/contracts';
import { type RawBuilder, sql } from 'kysely';
import { boxAround, inside, kilometresTo } from '../anecdotes/place.ts';
import type { ViewsDatabase } from '../db/database.ts';
import { fixedShape } from '../db/fixed-shape.ts';
import { viewTable } from '../db/view-table.ts';
import type { Candidate, ReferenceAnecdote } from './score.ts';

/**
 * How many are taken that happened last before the reference anecdote and first after it: of all anecdotes, and of
 * those with each tag.
 */
const NEXT_TO = { before: 60, after: 20 };
const TAGGED = { before: 60, after: 20 };
/** How many anecdotes with one of the words are examined. */
export const MAX_WORD_HITS = 1_500;
/**
 * How near to the reference anecdote counts as its place, how many anecdotes there are examined, and how many of these,
 * the nearest in time, are taken.
 */
const PLACE_KM = 0.3;
const MAX_EXAMINED_IN_PLACE = 600;
const MAX_IN_PLACE = 60;
/**
 * How many of all that were found are compared with the reference anecdote: those that share most and are not far away
 * in time.
 */
const MAX_COMPARED = 300;
const WEEK_S = 7 * 86_400;
const anecdotes = viewTable('anecdote');
const uses = viewTable('tag_use');
const wordUses = viewTable('word_use');

/** What anecdotes are looked up by, with the weight of sharing it. */
export type Clues = {
  readonly tags: ReadonlyMap<string, number>;
  readonly words: ReadonlyMap<string, number>;
  /** The weight of having happened `km` from the reference anecdote. */
  place(km: number): number;
};

/**
 * The anecdotes of `owner` that happened next to `reference` in time, share one of the `clues` with it, or happened
 * near it: a limited number of each, and of these the ones that share most.
 */
export async function candidatesFor(
  db: ViewsDatabase,
  owner: AccountId,
  reference: ReferenceAnecdote,
  clues: Clues,
): Promise<Candidate[]> {
  const at = sql`${reference.at.toISOString()}::timestamptz`;
  const km = reference.spot === null ? sql`null::float8` : kilometresTo(reference.spot);
  const { rows } = await sql<Candidate>`
    with hit(id, at, weight) as (
      ${nextTo(owner, at)} union all ${tagged(owner, at, clues.tags)} union all ${saying(owner, clues.words)}
      ${reference.spot === null ? sql`` : sql`union all ${inPlace(owner, at, reference.spot, clues.place(PLACE_KM))}`}
    ), likely as materialized (
      select id from hit group by id, at
      order by sum(weight) - ln(1 + ${gap(at)} / ${sql.lit(WEEK_S)}) desc, id
      limit ${sql.lit(MAX_COMPARED)}
    )
    select anecdote.id, anecdote.at, anecdote.tags, ${km} as km, array(
      select word from ${wordUses} used cross join unnest(used.words) as word
      where used.anecdote = anecdote.id and word = any(${[...reference.words]}::text[])
    ) as words
    from likely join ${anecdotes} anecdote on anecdote.id = likely.id ${fixedShape}`.execute(db);
  return rows;
}

type Moment = RawBuilder<unknown>;

/** The seconds between an anecdote and a moment. */
const gap = (at: Moment) => sql`abs(extract(epoch from at - ${at})::float8)`;

const nextTo = (owner: AccountId, at: Moment) => sql`
  (select id, at, 0::float8 from ${anecdotes} where owner = ${owner} and at <= ${at}
   order by at desc, id desc limit ${sql.lit(NEXT_TO.before)})
  union all
  (select id, at, 0::float8 from ${anecdotes} where owner = ${owner} and at > ${at}
   order by at, id limit ${sql.lit(NEXT_TO.after)})`;

const tagged = (owner: AccountId, at: Moment, tags: ReadonlyMap<string, number>) => sql`
  select near.anecdote, near.at, clue.weight
  from unnest(${[...tags.keys()]}::text[], ${[...tags.values()]}::float8[]) as clue(tag, weight) cross join lateral (
    (select anecdote, at from ${uses} where owner = ${owner} and tag = clue.tag and at <= ${at}
     order by at desc, anecdote limit ${sql.lit(TAGGED.before)})
    union all
    (select anecdote, at from ${uses} where owner = ${owner} and tag = clue.tag and at > ${at}
     order by at, anecdote desc limit ${sql.lit(TAGGED.after)})
  ) near`;

/** All words are looked up at once, because the index goes through all anecdotes of the owner for each lookup. */
const saying = (owner: AccountId, words: ReadonlyMap<string, number>) => sql`
  select hit.anecdote, hit.at, clue.weight
  from (
    select used.anecdote, used.at, used.words from ${wordUses} used
    where used.owner = ${owner} and used.words && ${[...words.keys()]}::text[] limit ${sql.lit(MAX_WORD_HITS)}
  ) hit
  join unnest(${[...words.keys()]}::text[], ${[...words.values()]}::float8[]) as clue(word, weight)
    on clue.word = any(hit.words)`;

const inPlace = (owner: AccountId, at: Moment, spot: NonNullable<ReferenceAnecdote['spot']>, weight: number) => sql`
  (select id, at, ${weight}::float8 from (
     select anecdote.id, anecdote.at from ${anecdotes} anecdote
     where owner = ${owner} and ${inside('anecdote', boxAround({ ...spot, km: PLACE_KM }))}
     limit ${sql.lit(MAX_EXAMINED_IN_PLACE)}
   ) hit order by ${gap(at)}, id limit ${sql.lit(MAX_IN_PLACE)})`;
