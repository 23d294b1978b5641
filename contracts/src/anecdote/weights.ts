import type { AnecdoteView } from './views.ts';

const HOUR = 3_600_000;

/** How many characters of a description can influence the weight of an anecdote. */
export const WEIGHED_LENGTH = 200;

/** The weight of an anecdote in a diagram, from 10 to 100: by the length of its text, its tags and its reactions. */
export function nodeValue({
  description,
  tags,
  reaction_count,
}: Pick<AnecdoteView, 'description' | 'tags' | 'reaction_count'>): number {
  return Math.min(100, Math.max(10, description.length * 0.5 + tags.length * 5 + reaction_count * 10));
}

type Linked = Pick<AnecdoteView, 'tags' | 'timestamp'>;

/** The strength of a link, from 20 to 50: by the tags that both anecdotes share and how near in time they are. */
export function linkValue(a: Linked, b: Linked): number {
  const shared = a.tags.filter((tag) => b.tags.includes(tag)).length;
  const hours = Math.abs(Date.parse(a.timestamp) - Date.parse(b.timestamp)) / HOUR;
  const nearness = hours < 24 ? 15 : hours < 168 ? 10 : 0;
  return Math.min(50, 20 + shared * 10 + nearness);
}
