import {
  type AnecdoteView,
  allowsTypo,
  isOneTypoFrom,
  knownWordsOf,
  type Meanings,
  matcherOf,
  type SearchField,
  type SearchQuery,
  searchedTexts,
  searchFields,
  stemOf,
  weightOf,
} from '@anecdotes/contracts';
import { counted, localDay } from './figures.ts';

const MAX_MEANINGS = 20;

type Anecdotes = readonly AnecdoteView[];

/** Returns a test for whether a query finds an anecdote. */
export function foundBy(
  anecdotes: Anecdotes,
  query: SearchQuery,
  {
    fields = new Set(searchFields),
    timeZone = 'UTC',
  }: { fields?: ReadonlySet<SearchField>; timeZone?: string | undefined },
): (anecdote: AnecdoteView) => boolean {
  const meanings = meaningsOf(anecdotes, query);
  const parents = new Set(anecdotes.map(({ connected_to }) => connected_to));
  return (anecdote) => {
    const texts = searchedTexts(anecdote);
    return query.every((term) => {
      const matcher = matcherOf(term, fields, meanings);
      if (matcher !== undefined) return weightOf(matcher, texts) > 0 !== term.isExcluded;
      if (term.kind === 'period') {
        const day = localDay(anecdote.timestamp, timeZone);
        return (day >= (term.from ?? day) && day <= (term.to ?? day)) !== term.isExcluded;
      }
      const holds =
        term.kind === 'is-linked'
          ? anecdote.connected_to !== null || parents.has(anecdote.id)
          : anecdote.location !== null || anecdote.coordinates !== null;
      return holds !== term.isExcluded;
    });
  };
}

/** For each word of `query` that no anecdote contains: the known words that differ from it in one letter. */
export function meaningsOf(anecdotes: Anecdotes, query: SearchQuery): Meanings {
  const asked = wordsIn(query).filter(allowsTypo);
  if (asked.length === 0) return new Map();
  const known = counted(anecdotes.flatMap(knownWordsOf)).map(({ name }) => name);
  const unknown = asked.filter(
    (word) => !known.some((other) => other.includes(word) || stemOf(other) === stemOf(word)),
  );
  return new Map(
    unknown.map((word) => [word, known.filter((other) => isOneTypoFrom(word, other)).slice(0, MAX_MEANINGS)]),
  );
}

/** The words that a query searches for, without excluded ones. */
export function wordsIn(query: SearchQuery): string[] {
  return query.flatMap((term) => (term.kind === 'word' && !term.isExcluded ? term.text : []));
}
