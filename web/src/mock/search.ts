import {
  type AnecdoteView,
  canBeMistyped,
  foldText,
  likelyMeant,
  limits,
  type Meant,
  Problem,
  type SearchField,
  type SearchPage,
  type SearchParameters,
  wordsOf,
} from '@anecdotes/contracts';
import type { Body } from './call.ts';
import { counted } from './figures.ts';
import { pageAfter } from './lists.ts';
import { sortBy } from './sort.ts';

const WEIGHTS: Record<SearchField, number> = { description: 3, tags: 2, location: 1 };
/** With fewer hits than this, words that look like the query are suggested. */
const FEW_HITS = 3;

type Anecdotes = readonly AnecdoteView[];
type Hit = SearchPage['data'][number];

/** What is found for a query, the best first. Throws EMPTY_SEARCH, INVALID_CURSOR. */
export function search(anecdotes: Anecdotes, parameters: SearchParameters): Body<SearchPage> {
  const { query, limit, cursor, sort_by, sort_order, search_fields: fields } = parameters;
  const term = foldText(query?.trim() ?? '');
  if (term === '') throw new Problem('EMPTY_SEARCH', { fields: { query: 'Search query cannot be empty' } });
  const find = (terms: readonly string[]) => anecdotes.flatMap((anecdote) => hitsIn(anecdote, terms, fields));
  const exact = find([term]);
  const alike = exact.length < FEW_HITS ? phrasesMeant(anecdotes, term) : [];
  const meant = alike.filter(({ isSlip }) => isSlip).map(({ phrase }) => phrase);
  const found = sortBy(exact.length === 0 ? find(meant) : exact, sort_order, ({ anecdote, relevanceScore }) =>
    sort_by === 'relevance' ? [relevanceScore, anecdote.timestamp, anecdote.id] : [anecdote[sort_by], anecdote.id],
  );
  const list = { term, fields: [...fields], sort_by, sort_order };
  const suggestions = [...new Set(alike.map(({ phrase }) => phrase))].slice(0, limits.suggestions);
  return { ...pageAfter({ cursor, limit, list, found, anecdotes, anecdoteOf: (hit) => hit.anecdote }), suggestions };
}

/** Known tags and words that begin as `text` does; tags first, then the most used. */
export function autocomplete(anecdotes: Anecdotes, text: string | undefined, limit: number): string[] {
  const prefix = foldText(text?.trim() ?? '');
  if (prefix === '') return [];
  const known = [...counted(anecdotes.flatMap(({ tags }) => tags)), ...counted(anecdotes.flatMap(allWords))];
  const fitting = known.map(({ name }) => name).filter((word) => word.startsWith(prefix));
  return [...new Set(fitting)].slice(0, limit);
}

/** `anecdote` as a hit, where one of its `fields` has one of the folded `terms`; each text that has one weighs once. */
function hitsIn(anecdote: AnecdoteView, terms: readonly string[], fields: ReadonlySet<SearchField>): Hit[] {
  const { description, tags, location } = anecdote;
  const texts: { field: SearchField; index?: number; text: string }[] = [
    { field: 'description', text: description },
    ...tags.map((text, index) => ({ field: 'tags' as const, index, text })),
    { field: 'location', text: location ?? '' },
  ];
  const found = texts
    .filter(({ field }) => fields.has(field))
    .map(({ text, ...place }) => rangesIn(foldText(text), terms).map((range) => ({ ...place, ...range })));
  const relevanceScore = found.reduce((sum, [first]) => sum + (first ? WEIGHTS[first.field] : 0), 0);
  return relevanceScore === 0 ? [] : [{ anecdote, highlights: found.flat(), relevanceScore }];
}

/** Occurrences that do not overlap, from left to right. */
function rangesIn(text: string, terms: readonly string[]): { start: number; end: number }[] {
  const patterns = terms.map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const matches = terms.length === 0 ? [] : [...text.matchAll(new RegExp(patterns.join('|'), 'g'))];
  return matches.map(({ 0: { length }, index }) => ({ start: index, end: index + length }));
}

/** `term` with one of its words replaced by a known one that looks like it, nearest first. */
function phrasesMeant(anecdotes: Anecdotes, term: string): Meant[] {
  const known = new Set(anecdotes.flatMap(allWords));
  const phrases = wordsOf(term)
    .filter(canBeMistyped)
    .flatMap((word) => likelyMeant(term, word, known));
  return sortBy(phrases, 'asc', ({ distance }) => [distance]);
}

function allWords({ description, tags, location }: AnecdoteView): string[] {
  return [description, ...tags, location ?? ''].flatMap((text) => wordsOf(foldText(text)));
}
