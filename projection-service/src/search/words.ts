import type { AccountId } from '@anecdotes/contracts';
import { sql } from 'kysely';
import { containing } from '../anecdotes/filtering.ts';
import type { ViewsDatabase } from '../db/database.ts';

/** Words shorter than this must be typed without a mistake. */
export const TOLERANT_FROM = 5;
const MAX_HAYSTACKS = 200;
const MAX_HAYSTACK_LENGTH = 4_000;
const MAX_TAGS = 2_000;
/** Below this likeness (pg_trgm word_similarity) two words differ in more than a slip. */
const LIKENESS = 0.3;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu;

/** So short a word looks like too many others. */
const MISTYPED_FROM = 3;

/** True for a word that is long enough to say which one was meant. */
export function canBeMistyped(word: string): boolean {
  return word.length >= MISTYPED_FROM;
}

/** `text` with `other` in the place of its `word`, where that stands by itself. */
export function replaceWord(text: string, word: string, other: string): string {
  return text.replace(WORD, (found) => (found === word ? other : found));
}

/** The words of a folded text. */
export function wordsOf(text: string): string[] {
  return text.match(WORD) ?? [];
}

/** Tags and words of `owner` that begin with `prefix`, tags first, each the most used first. */
export async function wordsBeginningWith(
  db: ViewsDatabase,
  owner: AccountId,
  prefix: string,
  limit: number,
): Promise<string[]> {
  const tags = db
    .selectFrom('tag')
    .select('name')
    .where('owner', '=', owner)
    .where('name', 'like', containing(prefix).slice(1))
    .orderBy('count', 'desc')
    .orderBy('name')
    .limit(limit)
    .execute();
  const haystacks = db
    .selectFrom('anecdote')
    .select(sql<string>`left(haystack, ${MAX_HAYSTACK_LENGTH}::int)`.as('text'))
    .where('owner', '=', owner)
    .where('haystack', 'like', containing(prefix))
    .orderBy('at', 'desc')
    .limit(MAX_HAYSTACKS)
    .execute();
  const [named, texts] = await Promise.all([tags, haystacks]);
  const uses = new Map<string, number>();
  for (const { text } of texts) {
    for (const word of wordsOf(text)) if (word.startsWith(prefix)) uses.set(word, (uses.get(word) ?? 0) + 1);
  }
  const words = [...uses].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([word]) => word);
  return [...new Set([...named.map(({ name }) => name), ...words])].slice(0, limit);
}

/** Tags and words of `owner` that look like `word`, nearest first, each with its distance in edits. */
export async function wordsLike(
  db: ViewsDatabase,
  owner: AccountId,
  word: string,
): Promise<{ word: string; distance: number }[]> {
  const [tags, texts] = await db.transaction().execute(async (tx) => {
    // Computing a likeness costs far more than the planner thinks, so only the trigram index may find candidates.
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${String(LIKENESS)}, true),
                     set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`.execute(
      tx,
    );
    const haystacks = await tx
      .selectFrom('anecdote')
      .select(sql<string>`left(haystack, ${MAX_HAYSTACK_LENGTH}::int)`.as('text'))
      .where('owner', '=', owner)
      .where(sql<boolean>`${word} operator(public.<%) haystack`)
      .limit(MAX_HAYSTACKS)
      .execute();
    const named = await tx
      .selectFrom('tag')
      .select('name')
      .where('owner', '=', owner)
      .orderBy('count', 'desc')
      .limit(MAX_TAGS)
      .execute();
    return [named, haystacks] as const;
  });
  const known = new Set(tags.map(({ name }) => name));
  for (const { text } of texts) for (const found of wordsOf(text)) known.add(found);
  // What is known was not mistyped.
  if (known.has(word)) return [];
  const most = word.length < TOLERANT_FROM ? 1 : 2;
  return [...known]
    .map((found) => ({ word: found, distance: editDistance(word, found, most) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance || (a.word < b.word ? -1 : 1));
}

/**
 * How many letters must be put in, left out, changed or swapped with a neighbour to turn `a` into `b`; any number
 * above `most` when there are more (optimal string alignment).
 */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      }
      current.push(cost);
    }
    if (Math.min(...current) > most) return most + 1;
    [beforeLast, last] = [last, current];
  }
  return last[b.length] ?? most + 1;
}
