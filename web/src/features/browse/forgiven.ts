import { type AnecdoteView, foldText, parseSearch } from '@anecdotes/contracts';
import type { Highlight } from '../../anecdote/search.ts';

/**
 * True when a search forgave a mistake: `anecdote` was found although what is highlighted in it has none of the words
 * in which `query` differs from `meant`.
 */
export function isForgiven(
  query: string,
  meant: string | undefined,
  anecdote: AnecdoteView | undefined,
  highlights: readonly Highlight[],
): boolean {
  if (meant === undefined || anecdote === undefined) return false;
  const typed = mistypedIn(query, meant);
  const shown = highlights.map((highlight) => foldText(textOf(anecdote, highlight)));
  return typed.size > 0 && !shown.some((text) => [...typed].some((word) => text.includes(word)));
}

/** `query` with the words in which it differs from `meant` between quotes, so that they are found exactly so. */
export function exactly(query: string, meant: string): string {
  const typed = mistypedIn(query, meant);
  return query.replace(/\S+/g, (token) => (wordsOf(token).some((word) => typed.has(word)) ? `"${token}"` : token));
}

/** The words that `query` looks for and `meant` does not. */
function mistypedIn(query: string, meant: string): Set<string> {
  const known = new Set(wordsOf(meant));
  return new Set(wordsOf(query).filter((word) => !known.has(word)));
}

function wordsOf(query: string): string[] {
  return parseSearch(query).flatMap((term) => (term.kind === 'word' && !term.isExcluded ? term.text : []));
}

function textOf({ description, location, tags }: AnecdoteView, { field, index = 0, start, end }: Highlight): string {
  const text = field === 'tags' ? tags[index] : field === 'location' ? location : description;
  return (text ?? '').slice(start, end);
}
