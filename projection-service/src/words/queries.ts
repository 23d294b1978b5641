import {
  type AccountId,
  allowsTypo,
  canGetSuggestions,
  foldText,
  halvesOf,
  isOneTypoFrom,
  type Meanings,
  type SearchQuery,
  suggestionsFor,
  wordsOf,
} from '@anecdotes/contracts';
import { sql } from 'kysely';
import { containing } from '../anecdotes/search-text.ts';
import type { ViewsDatabase } from '../db/database.ts';

const MAX_TAGS = 2_000;
/** A word with more similar words than this is probably the beginning of a word rather than a typing mistake. */
const MAX_MEANINGS = 20;
const MAX_WORDS_LOOKED_UP = 4;
const MAX_COMPARED = 5_000;

/** Tags and words of `owner` that begin with the folded `prefix`: tags first, and within both the most used first. */
export async function wordsBeginningWith(
  db: ViewsDatabase,
  owner: AccountId,
  prefix: string,
  limit: number,
): Promise<string[]> {
  const pattern = beginningWith(prefix);
  // Tags with letters that folding may change have more bytes than letters. All of them are read, and compared below.
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
  const names = named.map(({ name }) => name).filter((name) => foldText(name).startsWith(prefix));
  const folded = new Set(names.map(foldText));
  return [
    ...names,
    ...found.map(({ word }) => word).filter((word) => wordsOf(word)[0] === word && !folded.has(word)),
  ].slice(0, limit);
}

/** What each of `words` may have meant: known words that differ in one letter, for words of 5 letters and more. */
export async function meaningsOf(db: ViewsDatabase, owner: AccountId, words: readonly string[]): Promise<Meanings> {
  const found = await Promise.all(
    words
      .filter(allowsTypo)
      .slice(0, MAX_WORDS_LOOKED_UP)
      .map(async (word): Promise<[string, string[]]> => {
        const near = await knownWordsNear(db, owner, word);
        return [word, near.filter((other) => isOneTypoFrom(word, other)).slice(0, MAX_MEANINGS)];
      }),
  );
  return new Map(found.filter(([, meant]) => meant.length > 0));
}

/** `text`, folded, with one word of its `query` replaced by a known similar one, nearest first. */
export async function similarQueriesOf(
  db: ViewsDatabase,
  owner: AccountId,
  text: string,
  query: SearchQuery,
): Promise<string[]> {
  const words = query.flatMap((term) =>
    term.kind === 'word' && !term.isExcluded && canGetSuggestions(term.text) ? term.text : [],
  );
  const found = await Promise.all(
    words
      .slice(0, MAX_WORDS_LOOKED_UP)
      .map(async (word) => suggestionsFor(foldText(text), word, await knownWordsNear(db, owner, word))),
  );
  const nearest = found.flat().sort((a, b) => a.distance - b.distance);
  return [...new Set(nearest.map((suggestion) => suggestion.query))];
}

/** Known words of `owner` with the beginning or the end of `word` and about the same length, the most used first. */
async function knownWordsNear(db: ViewsDatabase, owner: AccountId, word: string): Promise<string[]> {
  const { beginning, end } = halvesOf(word);
  const reversedEnd = Array.from(end).reverse().join('');
  const length = Array.from(word).length;
  const found = await db
    .selectFrom('word')
    .select('word')
    .where('owner', '=', owner)
    .where(sql<boolean>`(word like ${beginningWith(beginning)} or reverse(word) like ${beginningWith(reversedEnd)})`)
    .where(sql<boolean>`length(word) between ${length - 2}::int and ${length + 2}::int`)
    .orderBy('count', 'desc')
    .orderBy('word')
    .limit(MAX_COMPARED)
    .execute();
  return found.map(({ word: known }) => known).filter((known) => wordsOf(known)[0] === known);
}

function beginningWith(text: string): string {
  return containing(text).slice(1);
}
