import type { AnecdoteView } from './views.ts';

const HOUR = 3_600_000;

/** The first characters of a description are enough to tell how much an anecdote weighs. */
export const WEIGHED_LENGTH = 200;

/** How much an anecdote weighs in a diagram, from 10 to 100: by its length, its tags and its reactions. */
export function nodeValue({
  description,
  tags,
  reaction_count,
}: Pick<AnecdoteView, 'description' | 'tags' | 'reaction_count'>): number {
  return Math.min(100, Math.max(10, description.length * 0.5 + tags.length * 5 + reaction_count * 10));
}

type Linked = Pick<AnecdoteView, 'tags' | 'timestamp'>;

/** How strongly two anecdotes belong together, from 20 to 50: by the tags they share and how near in time they are. */
export function linkValue(a: Linked, b: Linked): number {
  const shared = a.tags.filter((tag) => b.tags.includes(tag)).length;
  const hours = Math.abs(Date.parse(a.timestamp) - Date.parse(b.timestamp)) / HOUR;
  const nearness = hours < 24 ? 15 : hours < 168 ? 10 : 0;
  return Math.min(50, 20 + shared * 10 + nearness);
}
