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
  succeed,
  wordsOf,
} from '@anecdotes/contracts';
import { countedTags } from './figures.ts';
import { afterCursor, compare, continued, paginationOf } from './lists.ts';

const WEIGHT = { description: 3, tag: 2, location: 1 };
/** With fewer hits than this, words that look like the query are suggested. */
const FEW_HITS = 3;

type Anecdotes = readonly AnecdoteView[];
type Hit = SearchPage['data'][number];
type Fields = ReadonlySet<SearchField>;

/** What is found for a query, the best first. Throws EMPTY_SEARCH, INVALID_CURSOR. */
export function search(anecdotes: Anecdotes, parameters: SearchParameters): SearchPage {
  const { limit, cursor, sort_by, sort_order, search_fields: fields } = parameters;
  const term = foldText(parameters.query?.trim() ?? '');
  if (term === '') throw new Problem('EMPTY_SEARCH', { fields: { query: 'Search query cannot be empty' } });
  const exact = hitsOf(anecdotes, [term], fields);
  const alike = exact.length < FEW_HITS ? phrasesMeant(anecdotes, term) : [];
  const meant = alike.filter(({ isSlip }) => isSlip).map(({ phrase }) => phrase);
  const hits = exact.length === 0 && meant.length > 0 ? hitsOf(anecdotes, meant, fields) : exact;

  const direction = sort_order === 'asc' ? 1 : -1;
  const by = (hit: Hit) => (sort_by === 'relevance' ? hit.anecdote.timestamp : hit.anecdote[sort_by]);
  const score = (hit: Hit) => (sort_by === 'relevance' ? hit.relevanceScore : 0);
  hits.sort(
    (a, b) => direction * (score(a) - score(b) || compare(by(a), by(b)) || compare(a.anecdote.id, b.anecdote.id)),
  );

  const list = { term, fields, sort_by, sort_order };
  const idOf = ({ anecdote }: Hit) => anecdote.id;
  const rest = afterCursor(hits, cursor, list, idOf);
  const shown = rest.slice(0, limit);
  return {
    ...succeed(shown),
    pagination: paginationOf(rest, limit, hits.length, list, idOf),
    suggestions: [...new Set(alike.map(({ phrase }) => phrase))].slice(0, limits.suggestions),
    continued: continued(
      shown.map(({ anecdote }) => anecdote),
      anecdotes,
    ),
  };
}

/** Known tags and words that begin as `text` does; tags first. */
export function autocomplete(anecdotes: Anecdotes, text: string | undefined, limit: number): string[] {
  const prefix = foldText(text?.trim() ?? '');
  if (prefix === '') return [];
  const tags = countedTags(anecdotes).map(({ name }) => name);
  const uses = new Map<string, number>();
  for (const word of anecdotes.flatMap(allWords))
    if (word.startsWith(prefix)) uses.set(word, (uses.get(word) ?? 0) + 1);
  const words = [...uses].sort(([a, m], [b, n]) => n - m || compare(a, b)).map(([word]) => word);
  return [...new Set([...tags.filter((tag) => tag.startsWith(prefix)), ...words])].slice(0, limit);
}

function hitsOf(anecdotes: Anecdotes, terms: readonly string[], fields: Fields): Hit[] {
  return anecdotes.flatMap((anecdote) => {
    const highlights = highlightsOf(anecdote, terms, fields);
    const has = (field: SearchField) => highlights.some((highlight) => highlight.field === field);
    const tags = new Set(highlights.flatMap(({ field, index }) => (field === 'tags' ? [index] : [])));
    const relevanceScore =
      (has('description') ? WEIGHT.description : 0) + tags.size * WEIGHT.tag + (has('location') ? WEIGHT.location : 0);
    return relevanceScore === 0 ? [] : { anecdote, highlights, relevanceScore };
  });
}

function highlightsOf({ description, tags, location }: AnecdoteView, terms: readonly string[], fields: Fields) {
  const texts: { field: SearchField; index?: number; text: string }[] = [
    { field: 'description', text: description },
    ...tags.map((text, index) => ({ field: 'tags' as const, index, text })),
    { field: 'location', text: location ?? '' },
  ];
  return texts
    .filter(({ field }) => fields.has(field))
    .flatMap(({ text, ...place }) => rangesIn(foldText(text), terms).map((range) => ({ ...place, ...range })));
}

/** Occurrences that do not overlap, from left to right. */
function rangesIn(text: string, terms: readonly string[]): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  for (let from = 0; ; ) {
    const found = terms
      .map((term) => ({ start: text.indexOf(term, from), end: text.indexOf(term, from) + term.length }))
      .filter(({ start }) => start !== -1)
      .sort((a, b) => a.start - b.start)[0];
    if (found === undefined) return ranges;
    ranges.push(found);
    from = found.end;
  }
}

/** `term` with one of its words replaced by a known one that looks like it, nearest first. */
function phrasesMeant(anecdotes: Anecdotes, term: string): Meant[] {
  const known = new Set(anecdotes.flatMap(allWords));
  return wordsOf(term)
    .filter(canBeMistyped)
    .flatMap((word) => likelyMeant(term, word, known))
    .sort((a, b) => a.distance - b.distance);
}

function allWords({ description, tags, location }: AnecdoteView): string[] {
  return [description, ...tags, location ?? ''].flatMap((text) => wordsOf(foldText(text)));
}
