import { type AnecdoteView, foldText } from '@anecdotes/contracts';
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
  const known = new Set(meant.split(' '));
  const typed = foldText(query)
    .split(' ')
    .filter((word) => word !== '' && !known.has(word));
  const shown = highlights.map((highlight) => foldText(textOf(anecdote, highlight)));
  return typed.length > 0 && !shown.some((text) => typed.some((word) => text.includes(word)));
}

function textOf({ description, location, tags }: AnecdoteView, { field, index = 0, start, end }: Highlight): string {
  const text = field === 'tags' ? tags[index] : field === 'location' ? location : description;
  return (text ?? '').slice(start, end);
}
