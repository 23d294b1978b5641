import {
  type AccountId,
  canBeForgiven,
  canBeSuggestedFor,
  foldText,
  isSlipOf,
  limits,
  type Meanings,
  type SearchQuery,
  stemOf,
  suggestionsFor,
} from '@anecdotes/contracts';
import { sql } from 'kysely';
import { containing } from '../anecdotes/search-text.ts';
import type { ViewsDatabase } from '../db/database.ts';
import { fixedShape } from '../db/fixed-shape.ts';

const MAX_TAGS = 2_000;
/** With more words at one edit than this, one is rather the beginning of a word than a typing mistake. */
const MAX_MEANINGS = 20;
const MAX_WORDS_LOOKED_UP = 4;
const MAX_COMPARED = 5_000;

/** Tags and words of `owner` that begin with the folded `prefix`, tags first, each the most used first. */
export async function wordsBeginningWith(
  db: ViewsDatabase,
  owner: AccountId,
  prefix: string,
  limit: number,
): Promise<string[]> {
  const pattern = containing(prefix).slice(1);
  // A tag with letters that are folded is looked at here; its bytes are more than its letters.
  const tags = db
    .selectFrom('tag')
    .select('name')
    .where('owner', '=', owner)
    .where(sql<boolean>`(name like ${pattern} or octet_length(name) > length(name))`)
    .orderBy('count', 'desc')
    .orderBy('name')
    .limit(MAX_TAGS)
    .execute();
  const words = db
    .selectFrom('word')
    .select('word')
    .where('owner', '=', owner)
    .where('word', 'like', pattern)
    .orderBy('count', 'desc')
    .orderBy('word')
    .limit(2 * limit)
    .execute();
  const [named, found] = await Promise.all([tags, words]);
  const names = new Map(
    named.map(({ name }) => [foldText(name), name] as const).filter(([folded]) => folded.startsWith(prefix)),
  );
  return [...names.values(), ...found.map(({ word }) => word).filter((word) => !names.has(word))].slice(0, limit);
}

/**
 * What the words of `query` may have been meant to be: known words that differ in one letter, for each word of 5 letters
 * and more that nothing of `owner` has.
 */
export async function meaningsOf(db: ViewsDatabase, owner: AccountId, query: SearchQuery): Promise<Meanings> {
  const words = query.flatMap((term) =>
    term.kind === 'word' && !term.isExcluded && canBeForgiven(term.text) ? term.text : [],
  );
  if (words.length === 0) return new Map();
  const unknown = await unknownWords(db, owner, [...new Set(words)].slice(0, MAX_WORDS_LOOKED_UP));
  const found = await Promise.all(
    unknown.map(async (word): Promise<[string, string[]]> => {
      const near = await knownWordsNear(db, owner, word);
      if (near.some((other) => stemOf(other) === stemOf(word))) return [word, []];
      return [word, near.filter((other) => isSlipOf(word, other)).slice(0, MAX_MEANINGS)];
    }),
  );
  return new Map(found.filter(([, meant]) => meant.length > 0));
}

/** `query`, folded, with one of its words replaced by a known one that looks like it, nearest first. */
export async function suggestionsOf(
  db: ViewsDatabase,
  owner: AccountId,
  text: string,
  query: SearchQuery,
): Promise<string[]> {
  const words = query.flatMap((term) =>
    term.kind === 'word' && !term.isExcluded && canBeSuggestedFor(term.text) ? term.text : [],
  );
  const found = await Promise.all(
    words
      .slice(0, MAX_WORDS_LOOKED_UP)
      .map(async (word) => suggestionsFor(foldText(text), word, await knownWordsNear(db, owner, word))),
  );
  const nearest = found.flat().sort((a, b) => a.distance - b.distance);
  return [...new Set(nearest.map((suggestion) => suggestion.query))].slice(0, limits.suggestions);
}

/** Those of `words` that no known word of `owner` contains. */
async function unknownWords(db: ViewsDatabase, owner: AccountId, words: readonly string[]): Promise<string[]> {
  const known = db.selectFrom('word').select(sql<true>`true`.as('isKnown')).where('owner', '=', owner).limit(1);
  const { rows } = await sql<{ word: string }>`
    select asked.word from unnest(${words}::text[]) as asked(word)
    where (${known.where('word', '=', sql<string>`asked.word`)}) is null
      and (${known.where(sql<boolean>`position(asked.word in word.word) > 0`)}) is null ${fixedShape}`.execute(db);
  return rows.map(({ word }) => word);
}

/**
 * Known words of `owner` that may differ from `word` in few letters, the most used first. One edit leaves the first or
 * the second half of a word whole, so these are found by their beginning or their end.
 */
async function knownWordsNear(db: ViewsDatabase, owner: AccountId, word: string): Promise<string[]> {
  const letters = Array.from(word);
  const middle = Math.floor(letters.length / 2);
  const beginning = containing(letters.slice(0, middle).join('')).slice(1);
  // Without the middle letter: a swap of the two in the middle leaves only this end whole.
  const last = letters.slice(middle + 1).reverse();
  const end = containing(last.join('')).slice(1);
  const { length } = letters;
  const found = await db
    .selectFrom('word')
    .select('word')
    .where('owner', '=', owner)
    .where(sql<boolean>`(word like ${beginning} or reverse(word) like ${end})`)
    .where(sql<boolean>`length(word) between ${length - 2}::int and ${length + 2}::int`)
    .orderBy('count', 'desc')
    .orderBy('word')
    .limit(MAX_COMPARED)
    .execute();
  return found.map(({ word: known }) => known);
}
