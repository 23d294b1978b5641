import { type AnecdoteView, foldText, parseSearch } from '@anecdotes/contracts';
import type { Highlight } from '../../anecdote/search.ts';

/**
 * True when a search tolerated a typing mistake: `anecdote` was found, but its highlights contain none of the words in
 * which `query` differs from `suggestion`, the suggested query.
 */
export function isCorrected(
  query: string,
  suggestion: string | undefined,
  anecdote: AnecdoteView | undefined,
  highlights: readonly Highlight[],
): boolean {
  if (suggestion === undefined || anecdote === undefined) return false;
  const typed = mistypedIn(query, suggestion);
  const shown = highlights.map((highlight) => foldText(textOf(anecdote, highlight)));
  return typed.size > 0 && !shown.some((text) => [...typed].some((word) => text.includes(word)));
}

/** `query` with quotes around the words that `suggestion` does not contain, so that they are searched for exactly. */
export function quoteMistyped(query: string, suggestion: string): string {
  const typed = mistypedIn(query, suggestion);
  return query.replace(/\S+/g, (token) => (wordsOf(token).some((word) => typed.has(word)) ? `"${token}"` : token));
}

/** The words that `query` searches for and `suggestion` does not. */
function mistypedIn(query: string, suggestion: string): Set<string> {
  const known = new Set(wordsOf(suggestion));
  return new Set(wordsOf(query).filter((word) => !known.has(word)));
}

function wordsOf(query: string): string[] {
  return parseSearch(query).flatMap((term) => (term.kind === 'word' && !term.isExcluded ? term.text : []));
}

function textOf({ description, location, tags }: AnecdoteView, { field, index = 0, start, end }: Highlight): string {
  const text = field === 'tags' ? tags[index] : field === 'location' ? location : description;
  return (text ?? '').slice(start, end);
}
