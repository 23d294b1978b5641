import { type AccountId, stemOf } from '@anecdotes/contracts';
import type { AnecdoteFilter } from '../anecdotes/parameters.ts';
import type { ViewsDatabase } from '../db/database.ts';
import { decidingWords } from './deciding.ts';
import { type Forms, formsOf } from './forms.ts';
import { lookUpFor } from './look-up.ts';
import { mistypedPart, type Part, partsOf } from './parts.ts';
import { meaningsOf } from './queries.ts';
import { sharesIn } from './shares.ts';

const MAX_PARTS = 10;

/**
 * `filter` with what is known from the journal of `owner` about the words of its search: what unknown words may have
 * meant, and what its anecdotes can be looked up by.
 */
export async function understood<Filter extends Pick<AnecdoteFilter, 'search'>>(
  db: ViewsDatabase,
  owner: AccountId,
  filter: Filter,
): Promise<Filter> {
  const { search } = filter;
  const terms = partsOf(search.query);
  const all = terms.flatMap(({ parts }) => parts);
  // A single letter is in so many words that it hardly narrows the search.
  const parts = all.filter(({ isLetter }) => all.length === 1 || !isLetter).slice(0, MAX_PARTS);
  if (parts.length === 0) return filter;
  const phrases = terms.flatMap(({ phrase }) => phrase ?? []);
  const [found, shares] = await Promise.all([formsOf(db, owner, parts), sharesIn(db, owner, phrases)]);
  const forms = new Map(parts.map((part, index) => [part, found[index]]));
  const unknown = parts.filter((part) => isUnknown(part, forms.get(part)));
  const meanings = await meaningsOf(
    db,
    owner,
    unknown.flatMap(({ word }) => word ?? []),
  );
  const mistyped = unknown.filter(({ word = '' }) => meanings.has(word));
  const meant = await formsOf(
    db,
    owner,
    mistyped.map(({ word = '' }) => mistypedPart(word, meanings.get(word) ?? [])),
  );
  for (const [index, part] of mistyped.entries()) forms.set(part, meant[index]);
  const known = terms.map(({ phrase, parts: own }) => ({ phrase, forms: own.map((part) => forms.get(part)) }));
  const decidedBy = decidingWords(search.query, terms, forms);
  return { ...filter, search: { ...search, meanings, lookUp: lookUpFor(known, shares), decidedBy } };
}

/** True for a word that no anecdote has in any form. A form that only begins like the stem is another word. */
function isUnknown({ word }: Part, forms: Forms): boolean {
  if (word === undefined || forms === undefined) return false;
  return !forms.words.some((form) => form.includes(word) || stemOf(form) === stemOf(word));
}
