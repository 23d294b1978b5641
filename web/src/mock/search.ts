import {
  type AnecdoteView,
  canGetSuggestions,
  foldText,
  highlightsOf,
  knownWordsOf,
  limits,
  matcherOf,
  Problem,
  parseSearch,
  type SearchPage,
  type SearchParameters,
  type SearchQuery,
  searchedTexts,
  suggestionsFor,
  weightOf,
} from '@anecdotes/contracts';
import type { Body } from './call.ts';
import { chainsOf } from './chains.ts';
import { counted } from './figures.ts';
import { foundBy, meaningsOf, wordsIn } from './found.ts';
import { filtered } from './lists.ts';
import { pageAfter } from './page-after.ts';
import { sortBy } from './sort.ts';

/** With fewer hits than this, similar words are suggested. */
const FEW_HITS = 3;
/** The maximum number of similar queries that are tried. */
const MAX_TRIED = 2 * limits.suggestions;

type Anecdotes = readonly AnecdoteView[];

/** The results of a search, by default the best first. Throws EMPTY_SEARCH, INVALID_CURSOR. */
export function search(anecdotes: Anecdotes, parameters: SearchParameters): Body<SearchPage> {
  const { query: text = '', limit, cursor, sort_by, sort_order, search_fields: fields, ...filter } = parameters;
  const query = parseSearch(text);
  if (query.length === 0) throw new Problem('EMPTY_SEARCH', { fields: { query: 'Search query cannot be empty' } });
  const meanings = meaningsOf(anecdotes, query);
  const matchers = query.flatMap((term) => (term.isExcluded ? [] : (matcherOf(term, fields, meanings) ?? [])));
  const narrowed = filtered(anecdotes, filter);
  const foundFor = (query: SearchQuery) =>
    narrowed.filter(foundBy(anecdotes, query, { fields, timeZone: filter.time_zone }));
  const hits = foundFor(query).map((anecdote) => {
    const texts = searchedTexts(anecdote);
    const weight = matchers.reduce((sum, one) => sum + weightOf(one, texts), 0);
    const relevanceScore = weight / Math.max(1, matchers.length);
    return { anecdote, highlights: highlightsOf(anecdote, query, fields, meanings), relevanceScore };
  });
  const found = sortBy(hits, sort_order, ({ anecdote, relevanceScore }) =>
    sort_by === 'relevance' ? [relevanceScore, anecdote.timestamp, anecdote.id] : [anecdote[sort_by], anecdote.id],
  );
  const name = JSON.stringify({ query, fields: [...fields], sort_by, sort_order, ...filter });
  const { data, pagination } = pageAfter(found, { cursor, limit }, ({ anecdote }) => `${anecdote.id} ${name}`);
  const isDoubtful = found.length < FEW_HITS || meanings.size > 0;
  const suggestions = isDoubtful
    ? similarQueriesOf(anecdotes, text, query)
        .slice(0, MAX_TRIED)
        .filter((words) => foundFor(parseSearch(words)).length > 0)
        .slice(0, limits.suggestions)
    : [];
  const chains = chainsOf(
    anecdotes,
    data.map(({ anecdote }) => anecdote),
  );
  return { data, pagination: { ...pagination, totalCount: found.length }, chains, suggestions };
}

/** Known tags and then words that begin with `text`, the most used first. */
export function autocomplete(anecdotes: Anecdotes, text: string | undefined, limit: number): string[] {
  const prefix = foldText(text ?? '').trim();
  if (prefix === '') return [];
  const fitting = (words: readonly string[]) =>
    counted(words)
      .map(({ name }) => name)
      .filter((word) => foldText(word).startsWith(prefix));
  const tags = fitting(anecdotes.flatMap(({ tags }) => tags));
  const folded = new Set(tags.map(foldText));
  return [...tags, ...fitting(anecdotes.flatMap(knownWordsOf)).filter((word) => !folded.has(word))].slice(0, limit);
}

/** Variants of `text` with one word replaced by a similar known word, the most similar first. */
function similarQueriesOf(anecdotes: Anecdotes, text: string, query: SearchQuery): string[] {
  const known = [...new Set(anecdotes.flatMap(knownWordsOf))];
  const found = wordsIn(query)
    .filter(canGetSuggestions)
    .flatMap((word) => suggestionsFor(foldText(text), word, known));
  const nearest = sortBy(found, 'asc', ({ distance }) => [distance]);
  return [...new Set(nearest.map((suggestion) => suggestion.query))];
}
