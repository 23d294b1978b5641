import {
  type AccountId,
  type AnecdoteView,
  limits,
  normaliseTags,
  type RelatedAnecdotes,
  type RelatedParameters,
} from '@anecdotes/contracts';
import { sql } from 'kysely';
import { countAll } from '../anecdotes/count.ts';
import { boxAround, inside } from '../anecdotes/place.ts';
import { findAnecdote } from '../anecdotes/queries.ts';
import { viewColumns, viewOf } from '../anecdotes/view.ts';
import type { ViewsDatabase } from '../db/database.ts';
import { fixedShape } from '../db/fixed-shape.ts';
import { rowCount } from '../db/row-count.ts';
import { viewTable } from '../db/view-table.ts';
import { candidatesFor, MAX_WORD_HITS } from './candidates.ts';
import { type Candidate, type Rarity, type ReferenceAnecdote, scoreOf, wordsToShare } from './score.ts';

/** How many tags and words of an anecdote are looked up, the rarest first. */
const MAX_TAGS = 6;
const MAX_WORDS = 12;
/** Added to the number of anecdotes, so that something can be rare in a short journal too. */
const SMOOTHING_COUNT = 30;
/** A journal is assumed to have one story for this many anecdotes, and at least `MIN_STORIES`. */
const STORY_LENGTH = 20;
const MIN_STORIES = 50;
/**
 * The number of anecdotes near a place is estimated from a square that extends this far to each side; everything nearer
 * than `SAME_PLACE_KM` counts as equally near.
 */
const SQUARE_KM = 1;
const SAME_PLACE_KM = 0.2;
const MAX_COUNTED = 10_000;
const anecdotes = viewTable('anecdote');
const members = viewTable('chain_member');
/** At most this many anecdotes below the reference anecdote are read. */
const MAX_DESCENDANTS = 500;

/**
 * What an anecdote of `owner`, or one that is not saved yet, may continue, the most likely first: never the anecdote
 * itself, its parent or its descendants. Undefined when the given anecdote does not exist.
 */
export async function relatedTo(
  db: ViewsDatabase,
  owner: AccountId,
  { of, limit, ...given }: RelatedParameters,
  now: Date,
): Promise<RelatedAnecdotes | undefined> {
  const saved = of === undefined ? undefined : await findAnecdote(db, owner, of);
  if (of !== undefined && saved === undefined) return undefined;
  const reference = saved ? referenceOfAnecdote(saved) : referenceOfParameters(given, now);
  const [figures, below] = await Promise.all([
    figuresOf(db, owner, reference),
    saved ? descendantsOf(db, owner, saved.id) : [],
  ]);
  const own = saved ? 1 : 0;
  const rarity = rarityOf(figures);
  const found = await candidatesFor(db, owner, reference, {
    tags: new Map(rarest(figures.tags, own, MAX_TAGS).map((name) => [name, rarity.tag(name)])),
    words: new Map(rarest(figures.words, own, MAX_WORDS, MAX_WORD_HITS).map((name) => [name, rarity.word(name)])),
    place: rarity.place,
  });
  // If there are too many descendants to read, nothing from the same chain is suggested.
  const barred = saved && below.length === MAX_DESCENDANTS ? await inChainOf(db, owner, saved.id, found) : below;
  const impossible = new Set([saved?.id, saved?.connected_to, ...barred]);
  const best = found
    .filter(({ id }) => !impossible.has(id))
    .map((candidate) => scoreOf(reference, candidate, rarity))
    .filter(({ reasons }) => reasons.length > 0)
    .sort((a, b) => b.score - a.score || (a.candidate.id < b.candidate.id ? -1 : 1))
    .slice(0, limit);
  const views = await viewsOf(
    db,
    owner,
    best.map(({ candidate }) => candidate.id),
  );
  return best.flatMap(({ candidate, reasons }) => {
    const anecdote = views.get(candidate.id);
    return anecdote ? [{ anecdote, reasons }] : [];
  });
}

function referenceOfAnecdote({ description, location, tags, timestamp, coordinates }: AnecdoteView): ReferenceAnecdote {
  const text = description.slice(0, 2 * limits.relatedText);
  return { words: wordsToShare(text, location), tags, at: new Date(timestamp), spot: coordinates };
}

function referenceOfParameters(
  { text = '', tags = '', at, near }: Omit<RelatedParameters, 'of' | 'limit'>,
  now: Date,
): ReferenceAnecdote {
  return {
    words: wordsToShare(text),
    tags: normaliseTags(tags.split(',')),
    at: at === undefined ? now : new Date(at),
    spot: near ?? null,
  };
}

type Figures = Awaited<ReturnType<typeof figuresOf>>;

/**
 * The length of the journal of `owner`, how many of its anecdotes have each tag and word of `reference`, and how many
 * are near.
 */
async function figuresOf(db: ViewsDatabase, owner: AccountId, { tags, words, spot }: ReferenceAnecdote) {
  const countedTags = db
    .selectFrom('tag')
    .select(['name', 'count'])
    .where('owner', '=', owner)
    .where('name', '=', sql<string>`any(${[...tags]}::text[])`);
  const countedWords = db
    .selectFrom('word')
    .select(['word as name', 'count'])
    .where('owner', '=', owner)
    .where('word', '=', sql<string>`any(${[...words]}::text[])`);
  const [total, inSquare, ...counted] = await Promise.all([
    countAll(db, owner),
    spot === null ? 0 : countInSquare(db, owner, spot),
    countedTags.modifyEnd(fixedShape).execute(),
    countedWords.modifyEnd(fixedShape).execute(),
  ]);
  const [tagCounts, wordCounts] = counted.map((rows) => new Map(rows.map(({ name, count }) => [name, count])));
  return { total, inSquare, tags: tagCounts ?? new Map(), words: wordCounts ?? new Map() };
}

/** How many anecdotes of `owner` happened in the square around `spot`, counted up to `MAX_COUNTED`. */
async function countInSquare(
  db: ViewsDatabase,
  owner: AccountId,
  spot: NonNullable<ReferenceAnecdote['spot']>,
): Promise<number> {
  const there = db
    .selectFrom('anecdote')
    .select('lat')
    .where('owner', '=', owner)
    .where(inside('anecdote', boxAround({ ...spot, km: SQUARE_KM })))
    .limit(sql.lit(MAX_COUNTED));
  const { count } = await db
    .selectFrom(there.as('there'))
    .select(rowCount)
    .modifyEnd(fixedShape)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Up to `limit` names that other anecdotes have too, the rarest first, as long as they are in at most `most` anecdotes
 * together.
 */
function rarest(counts: ReadonlyMap<string, number>, own: number, limit: number, most = Infinity): string[] {
  const others = [...counts].filter(([, count]) => count > own);
  const sorted = others.sort(([a, m], [b, n]) => m - n || (a < b ? -1 : 1)).slice(0, limit);
  let sum = 0;
  return sorted.flatMap(([name, count]) => {
    sum += count;
    return sum <= most ? name : [];
  });
}

/** The anecdotes below `id`, the nearest first, itself included, up to a limit; `union` ends a cycle. */
async function descendantsOf(db: ViewsDatabase, owner: AccountId, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive below(id) as (
      select ${id}::uuid
      union
      select child.id from below cross join lateral (
        select other.id from ${anecdotes} other where other.owner = ${owner} and other.connected_to = below.id offset 0
      ) child
    )
    select id from below limit ${sql.lit(MAX_DESCENDANTS)} ${fixedShape}`.execute(db);
  return rows.map((row) => row.id);
}

/** Those of `found` that are in the chain of anecdote `id`. */
async function inChainOf(
  db: ViewsDatabase,
  owner: AccountId,
  id: string,
  found: readonly Candidate[],
): Promise<string[]> {
  const { rows } = await sql<{ anecdote: string }>`
    select anecdote from ${members} member
    where owner = ${owner} and anecdote = any(${found.map((candidate) => candidate.id)}::uuid[])
      and chain = coalesce((select chain from ${members} own where own.anecdote = ${id}), ${id}) ${fixedShape}`.execute(
    db,
  );
  return rows.map(({ anecdote }) => anecdote);
}

/** The logarithm of how rarely something occurs, by the counters of an account. */
function rarityOf({ total, inSquare, tags, words }: Figures): Rarity {
  const rareness = (count: number) => Math.log((total + SMOOTHING_COUNT) / Math.max(1, count));
  return {
    tag: (name) => rareness(tags.get(name) ?? total),
    word: (word) => rareness(words.get(word) ?? total),
    // Assumes that the anecdotes in the square are evenly distributed.
    place: (km) => rareness((inSquare * Math.PI * Math.max(SAME_PLACE_KM, km) ** 2) / (2 * SQUARE_KM) ** 2),
    story: Math.log(Math.max(MIN_STORIES, total / STORY_LENGTH)),
  };
}

async function viewsOf(
  db: ViewsDatabase,
  owner: AccountId,
  ids: readonly string[],
): Promise<Map<string, AnecdoteView>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('anecdote')
    .select([...viewColumns, 'owner'])
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .modifyEnd(fixedShape)
    .execute();
  const own = rows.filter((row) => row.owner === owner);
  return new Map(own.map((row) => [row.id, viewOf(row, owner)]));
}
