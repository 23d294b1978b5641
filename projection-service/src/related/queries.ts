import {
  type AccountId,
  type AnecdoteView,
  limits,
  normaliseTags,
  type RelatedAnecdotes,
  type RelatedParameters,
} from '@anecdotes/contracts';
import { sql } from 'kysely';
import { findAnecdote } from '../anecdotes/queries.ts';
import { viewColumns, viewOf } from '../anecdotes/view.ts';
import type { ViewsDatabase } from '../db/database.ts';
import { fixedShape } from '../db/fixed-shape.ts';
import { LIVE_SCHEMA } from '../projection/generation.ts';
import { MOST_HITS, MOST_IN_PLACE, nextTo, sharing } from './candidates.ts';
import { type Rarity, type Subject, scoreOf, wordsToShare } from './score.ts';

/** What is looked up of a subject: the rarest of its tags and words. */
const MOST_TAGS = 6;
const MOST_WORDS = 8;
/** So many more anecdotes are imagined, so that something can be rare in a short journal too. */
const IMAGINED = 30;

/**
 * What an anecdote of `owner`, or one that is not saved yet, may continue, the likeliest first: never the anecdote itself,
 * its parent or its descendants. Undefined when the named anecdote does not exist.
 */
export async function relatedTo(
  db: ViewsDatabase,
  owner: AccountId,
  { of, limit, ...given }: RelatedParameters,
  now: Date,
): Promise<RelatedAnecdotes | undefined> {
  const saved = of === undefined ? undefined : await findAnecdote(db, owner, of);
  if (of !== undefined && saved === undefined) return undefined;
  const subject = saved ? subjectOfAnecdote(saved) : subjectOf(given, now);
  const [figures, near, below] = await Promise.all([
    figuresOf(db, owner, subject),
    nextTo(db, owner, subject),
    saved ? descendantsOf(db, owner, saved.id) : [],
  ]);
  const own = saved ? 1 : 0;
  const found = await sharing(db, owner, subject, {
    tags: rarest(figures.tags, own, figures.total).slice(0, MOST_TAGS),
    words: rarest(figures.words, own, MOST_HITS).slice(0, MOST_WORDS),
  });
  const rarity = rarityOf(figures, found.find(({ in_place }) => in_place !== null)?.in_place ?? 1);
  const impossible = new Set([saved?.id, saved?.connected_to, ...below]);
  const candidates = new Map([...near, ...found].map((candidate) => [candidate.id, candidate]));
  const best = [...candidates.values()]
    .filter(({ id }) => !impossible.has(id))
    .map((candidate) => scoreOf(subject, candidate, rarity))
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

function subjectOfAnecdote({ description, location, tags, timestamp, coordinates }: AnecdoteView): Subject {
  const text = description.slice(0, 2 * limits.relatedText);
  return { words: wordsToShare(text, location), tags, at: new Date(timestamp), spot: coordinates };
}

function subjectOf({ text = '', tags = '', at, near }: Omit<RelatedParameters, 'of' | 'limit'>, now: Date): Subject {
  return {
    words: wordsToShare(text),
    tags: normaliseTags(tags.split(',')),
    at: at === undefined ? now : new Date(at),
    spot: near ?? null,
  };
}

type Figures = Awaited<ReturnType<typeof figuresOf>>;

/** How long the journal of `owner` is, and in how many of its anecdotes each tag and word of `subject` is. */
async function figuresOf(db: ViewsDatabase, owner: AccountId, { tags, words }: Subject) {
  const journal = db.selectFrom('journal').select('count').where('owner', '=', owner);
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
  const [total, ...counted] = await Promise.all([
    journal.modifyEnd(fixedShape).executeTakeFirst(),
    countedTags.modifyEnd(fixedShape).execute(),
    countedWords.modifyEnd(fixedShape).execute(),
  ]);
  const [tagCounts, wordCounts] = counted.map((rows) => new Map(rows.map(({ name, count }) => [name, count])));
  return { total: total?.count ?? 0, tags: tagCounts ?? new Map(), words: wordCounts ?? new Map() };
}

/** The names that are counted at most `most` times and not only in the subject, the rarest first. */
function rarest(counts: ReadonlyMap<string, number>, own: number, most: number): string[] {
  const others = [...counts].filter(([, count]) => count > own && count <= most);
  return others.sort(([a, m], [b, n]) => m - n || (a < b ? -1 : 1)).map(([name]) => name);
}

/** Everything below anecdote `id`; `union` ends a cycle. */
async function descendantsOf(db: ViewsDatabase, owner: AccountId, id: string): Promise<string[]> {
  const anecdotes = sql.table(`${LIVE_SCHEMA}.anecdote`);
  const { rows } = await sql<{ id: string }>`
    with recursive below(id) as (
      select ${id}::uuid
      union
      select child.id from below cross join lateral (
        select other.id from ${anecdotes} other where other.owner = ${owner} and other.connected_to = below.id offset 0
      ) child
    )
    select id from below ${fixedShape}`.execute(db);
  return rows.map((row) => row.id);
}

/** The logarithm of how rarely something occurs, by the counters of `owner`; `inPlace` is how many happened near by. */
function rarityOf({ total, tags, words }: Figures, inPlace: number): Rarity {
  const rareness = (count: number) => Math.log((total + IMAGINED) / Math.max(1, count));
  return {
    tag: (name) => rareness(tags.get(name) ?? total),
    word: (word) => rareness(words.get(word) ?? total),
    place: inPlace < MOST_IN_PLACE ? rareness(inPlace) : 0,
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
