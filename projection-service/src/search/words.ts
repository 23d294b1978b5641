import { type AccountId, foldText, wordsOf } from '@anecdotes/contracts';
import { type RawBuilder, sql } from 'kysely';
import { containing } from '../anecdotes/filtering.ts';
import { indexedSearchText } from '../anecdotes/search-text.ts';
import type { ViewsDatabase } from '../db/database.ts';
import { untilDeadline } from '../db/deadline.ts';

const MAX_TEXTS = 200;
/** A word that looks like another is usually found in the first text; comparing is far more expensive than containing. */
const MAX_TEXTS_COMPARED = 50;
const MAX_TAGS = 2_000;
/** Below this likeness (pg_trgm word_similarity) two words differ in more than a slip. */
const LIKENESS = 0.3;
/** The time to compile the expression for a longer word would be felt. */
const MAX_EXPRESSED = 40;

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
    .where(sql`replace(name, 'ς', 'σ')`, 'like', containing(prefix).slice(1))
    .orderBy('count', 'desc')
    .orderBy('name')
    .limit(limit)
    .execute();
  const longTexts = db
    .selectFrom('anecdote')
    .select(indexedSearchText.as('text'))
    .where('owner', '=', owner)
    .where(indexedSearchText, 'like', containing(prefix))
    .orderBy('at', 'desc')
    .limit(MAX_TEXTS)
    .execute();
  const [named, texts] = await Promise.all([tags, longTexts]);
  const uses = new Map<string, number>();
  for (const { text } of texts) {
    for (const word of wordsOf(text)) if (word.startsWith(prefix)) uses.set(word, (uses.get(word) ?? 0) + 1);
  }
  const words = [...uses].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([word]) => word);
  const names = new Map(named.map(({ name }) => [foldText(name), name]));
  return [...names.values(), ...words.filter((word) => !names.has(word))].slice(0, limit);
}

/**
 * The tags of `owner` and the words of anecdotes that have one like `word`, folded; only the tags when comparing the
 * texts takes beyond `deadline`.
 */
export async function knownWordsNear(
  db: ViewsDatabase,
  owner: AccountId,
  word: string,
  deadline: number,
): Promise<Set<string>> {
  const isAscii = /^[\w'-]+$/.test(word);
  const isNear = isAscii ? sql<boolean>`${word} operator(public.<%) ${indexedSearchText}` : hasNearly(word);
  const tags = db
    .selectFrom('tag')
    .select('name')
    .where('owner', '=', owner)
    .orderBy('count', 'desc')
    .limit(MAX_TAGS)
    .execute();
  const texts = untilDeadline(db, deadline, async (tx) => {
    if (isAscii) await useTrigramIndex(tx);
    else if (word.length > MAX_EXPRESSED) return [];
    return tx
      .selectFrom('anecdote')
      .select(indexedSearchText.as('text'))
      .where('owner', '=', owner)
      .where(isNear)
      .limit(MAX_TEXTS_COMPARED)
      .execute();
  });
  const [named, found = []] = await Promise.all([tags, texts]);
  return new Set([...named.map(({ name }) => foldText(name)), ...found.flatMap(({ text }) => wordsOf(text))]);
}

/** Computing a likeness costs far more than the planner thinks, so only the trigram index may find candidates. */
async function useTrigramIndex(tx: ViewsDatabase): Promise<void> {
  await sql`select set_config('pg_trgm.word_similarity_threshold', ${String(LIKENESS)}, true),
                   set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`.execute(tx);
}

/**
 * The condition that a search text contains `word` with one edit, which leaves one of its ends whole. pg_trgm may know no
 * letters but those of ASCII (it asks the locale of the database), and this does without it.
 */
function hasNearly(word: string): RawBuilder<boolean> {
  const letters = Array.from(word);
  const part = (from: number, to?: number) => letters.slice(from, to).join('');
  const middle = Math.floor(letters.length / 2);
  const ends = [part(0, middle), part(middle + 1)].map(containing);
  const edits = letters.flatMap((letter, at) => {
    const swapped = at === 0 ? [] : [part(0, at - 1) + letter + letters[at - 1] + part(at + 1)];
    return [`${part(0, at)}.{0,2}${part(at + 1)}`, ...swapped];
  });
  return sql<boolean>`(${indexedSearchText} like any(${ends}::text[]) and ${indexedSearchText} ~ ${edits.join('|')})`;
}
