import { type AccountId, type Meanings, type SearchQuery, stemOf, wordsOf } from '@anecdotes/contracts';
import { sql } from 'kysely';
import { MAX_COUNTED } from '../anecdotes/count.ts';
import { containing } from '../anecdotes/search-text.ts';
import type { ViewsDatabase } from '../db/database.ts';
import { fixedShape } from '../db/fixed-shape.ts';
import { tagWord, UNLISTED } from './indexed.ts';

/** A beginning that more words have is no way to find anecdotes. */
const MAX_FORMS = 4_000;
const MAX_PARTS = 10;
/** So many words are read to see which are forms. */
const MAX_READ = 8_000;
/** An anecdote that is looked up costs as much as so many that are read in the order of time. */
const LOOK_UP_COST = 4;
/** Of the anecdotes that have all words of a phrase, about one in so many has the phrase. */
const PHRASE_RARITY = 10;

/** A part of a term that is a word, or in a word: anecdotes with the term have one of its forms among their words. */
type Part = {
  readonly isPhrase: boolean;
  readonly isLetter: boolean;
  /** LIKE patterns of the forms. */
  readonly patterns: readonly string[];
  isForm(word: string): boolean;
};

/** The forms that `owner` has used, and how often in all; undefined when there are too many. */
type Forms = { readonly words: readonly string[]; readonly uses: number } | undefined;

/**
 * Lists of words that what is found has one of each of, where it costs less to look up these anecdotes than to look at
 * the newest ones until enough are found; and the terms that are words and that nothing has.
 */
export async function wordListsFor(
  db: ViewsDatabase,
  owner: AccountId,
  query: SearchQuery,
  meanings: Meanings = new Map(),
): Promise<{ wordLists: string[][]; unknown: string[] }> {
  const all = query.flatMap((term) => (term.isExcluded ? [] : partsOf(term, meanings)));
  // A letter is in too many words to tell more than another part does.
  const parts = all.filter(({ isLetter }) => all.length === 1 || !isLetter).slice(0, MAX_PARTS);
  if (parts.length === 0) return { wordLists: [], unknown: [] };
  const { total, forms } = await formsOf(db, owner, parts);
  const unknown = parts.flatMap(({ word }, index) =>
    word !== undefined && forms[index]?.words.length === 0 ? word : [],
  );
  let [candidates, hits] = [total, total];
  for (const [index, { isPhrase }] of parts.entries()) {
    const share = Math.min(1, (forms[index]?.uses ?? total) / Math.max(1, total));
    candidates *= share;
    hits *= isPhrase ? share / PHRASE_RARITY : share;
  }
  const looksAtNewest = Math.min(total, (MAX_COUNTED * total) / Math.max(1, hits));
  const wordLists = forms.flatMap((form) => (form === undefined ? [] : [[...form.words, UNLISTED]]));
  return { wordLists: LOOK_UP_COST * candidates < looksAtNewest ? wordLists : [], unknown };
}

function partsOf(term: SearchQuery[number], meanings: Meanings): (Part & { word?: string })[] {
  if (!('text' in term)) return [];
  const { kind, text } = term;
  if (kind === 'tag') return [whole(tagWord(text), false)];
  const parts = wordsOf(text);
  const isPhrase = kind === 'phrase' || parts.length > 1;
  if (!isPhrase && parts[0] === text) {
    const meant = [text, ...(meanings.get(text) ?? [])];
    const stems = new Set(meant.map(stemOf));
    return [
      {
        isPhrase,
        isLetter: isLetter(text),
        ...(kind === 'word' && { word: text }),
        patterns: [...meant.map(containing), ...[...stems].flatMap(patternsOfStem)],
        isForm: (word) => meant.some((one) => word.includes(one)) || stems.has(stemOf(word)),
      },
    ];
  }
  // The first and the last word may be parts of longer ones.
  return parts.map((part, index) =>
    index > 0 && index < parts.length - 1
      ? whole(part, isPhrase)
      : { isPhrase, isLetter: isLetter(part), patterns: [containing(part)], isForm: (word) => word.includes(part) },
  );
}

function whole(text: string, isPhrase: boolean): Part {
  return { isPhrase, isLetter: false, patterns: [containing(text).slice(1, -1)], isForm: (word) => word === text };
}

function isLetter(text: string): boolean {
  return /^[a-z0-9]$/.test(text);
}

/** What begins so may have the stem. */
function patternsOfStem(stem: string): string[] {
  const beginnings = stem.endsWith('y') ? [stem, `${stem.slice(0, -1)}ie`] : [stem];
  return beginnings.map((beginning) => containing(beginning).slice(1));
}

async function formsOf(
  db: ViewsDatabase,
  owner: AccountId,
  parts: readonly Part[],
): Promise<{ total: number; forms: Forms[] }> {
  const patterns = parts.flatMap((part) => part.patterns);
  const words = db
    .selectFrom('word')
    .select(['word', 'count'])
    .where('owner', '=', owner)
    .where(sql<boolean>`word like any(${patterns}::text[])`)
    .limit(sql.lit(MAX_READ + 1))
    .execute();
  const counted = db
    .selectFrom('journal')
    .select('count')
    .where('owner', '=', owner)
    .modifyEnd(fixedShape)
    .executeTakeFirst();
  const [found, journal] = await Promise.all([words, counted]);
  const forms = parts.map(({ isForm }): Forms => {
    const own = found.filter(({ word }) => isForm(word));
    if (found.length > MAX_READ || own.length > MAX_FORMS) return undefined;
    return { words: own.map(({ word }) => word), uses: own.reduce((sum, { count }) => sum + count, 0) };
  });
  return { total: journal?.count ?? 0, forms };
}
